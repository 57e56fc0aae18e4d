import { createRequire } from 'node:module'

type Held = { delete(): void }
type Mat = Held & { rows: number; data: Uint8Array; data32S: Int32Array; data32F: Float32Array }
type MatVector = Held & { get(at: number): Mat }
type Dictionary = Held & { readonly dictionary: unique symbol }
type DetectorParameters = Held & {
  adaptiveThreshWinSizeMin: number
  adaptiveThreshWinSizeMax: number
  adaptiveThreshWinSizeStep: number
  minMarkerPerimeterRate: number
  polygonalApproxAccuracyRate: number
  cornerRefinementMethod: number
  cornerRefinementWinSize: number
}
type Detector = Held & { detectMarkers(picture: Mat, corners: MatVector, ids: Mat, rejected: MatVector): void }

/** Names of OpenCV's dictionaries of markers: bits a side and how many there are. */
export type DictionaryName = 'DICT_4X4_1000' | 'DICT_5X5_1000' | 'DICT_6X6_1000' | 'DICT_APRILTAG_36h11'

/** How `grabCut` starts (with the colours that it has, or new ones), and what a place of its mask is: surely or probably in front of the ground, or ground. */
type GrabCutCode = 'GC_INIT_WITH_MASK' | 'GC_EVAL_FREEZE_MODEL' | 'GC_BGD' | 'GC_FGD' | 'GC_PR_BGD' | 'GC_PR_FGD'

/** What is used of OpenCV: the types that come with it know nothing of markers. What has a `delete` is freed by that alone. */
export type OpenCv = Record<DictionaryName | 'CV_8UC1' | 'CV_8UC3' | GrabCutCode, number> & {
  Mat: { new (): Mat; new (rows: number, columns: number, type: number): Mat }
  MatVector: new () => MatVector
  Rect: new (left: number, top: number, width: number, height: number) => object
  grabCut(picture: Mat, mask: Mat, area: object, ground: Mat, front: Mat, rounds: number, mode: number): void
  getPredefinedDictionary(name: number): Dictionary
  generateImageMarker(dictionary: Dictionary, id: number, side: number, into: Mat, borderBits: number): void
  aruco_DetectorParameters: new () => DetectorParameters
  aruco_RefineParameters: new (distance: number, errorCorrection: number, checksAllOrders: boolean) => Held
  aruco_ArucoDetector: new (dictionary: Dictionary, parameters: DetectorParameters, refine: Held) => Detector
}

let started: Promise<{ cv: OpenCv }> | undefined

/**
 * OpenCV 4.12 in WebAssembly (Apache-2.0, 11 MB), started once a process in some 0.8 s, with 130 MB of memory from then on. Within
 * an object, because the module has a `then` of its own that a promise would call for ever.
 */
export function loadOpenCv(): Promise<{ cv: OpenCv }> {
  started ??= start()
  return started
}

const ERRORS = ['uncaughtException', 'unhandledRejection'] as const
/** As Node's types have them, which know each of these names by itself. */
const listenersOf = (event: string) => process.rawListeners(event) as ((...args: unknown[]) => void)[]

async function start(): Promise<{ cv: OpenCv }> {
  const before = new Set(ERRORS.flatMap(listenersOf))
  const cv = createRequire(import.meta.url)('@techstark/opencv-js') as Partial<OpenCv> & {
    onRuntimeInitialized?: () => void
  }
  if (!cv.Mat) await new Promise<void>((resolve) => (cv.onRuntimeInitialized = resolve))
  // Emscripten ends the process at the first error anywhere in it: that is not OpenCV's business.
  for (const event of ERRORS)
    for (const listener of listenersOf(event)) if (!before.has(listener)) process.removeListener(event, listener)
  return { cv: cv as OpenCv }
}
