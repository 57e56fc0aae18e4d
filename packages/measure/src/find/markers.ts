import { type DictionaryName, type OpenCv, loadOpenCv } from './opencv.ts'

/** A found marker: its id, and its corners in pixels (left upper, right upper, right lower, left lower), x and y in turn. */
export type Marker = { id: number; corners: Float32Array }
type Grey = { width: number; height: number; grey: Uint8Array }

/** Dictionaries of sheets of other versions, and of others' sheets, to tell them from no sheet at all. */
const OTHERS = ['DICT_6X6_1000', 'DICT_4X4_1000', 'DICT_APRILTAG_36h11'] as const

/** OpenCV counts from the middle of the first pixel, we from its edge. */
const HALF = 0.5

/** The least side of a marker as a share of the photograph's longer side: 17 pixels of 4096, below which no bit is read. */
const LEAST_PERIMETER = 0.016

/** Every marker of this version's sheets in a photograph, doubles with them. */
export const findMarkers = (photo: Grey): Promise<Marker[]> => detect(photo, 'DICT_5X5_1000')

/** How many markers a mirrored photograph shows: a selfie's preview is one. */
export async function countMirrored(photo: Grey): Promise<number> {
  const { width, height, grey } = photo
  const mirrored = new Uint8Array(grey.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) mirrored[y * width + x] = grey[(y + 1) * width - 1 - x]!
  return (await detect({ width, height, grey: mirrored }, 'DICT_5X5_1000')).length
}

/** How many markers of other versions or makers a photograph shows, of the kind that it shows most of. */
export async function countForeign(photo: Grey): Promise<number> {
  let most = 0
  for (const name of OTHERS) most = Math.max(most, (await detect(photo, name)).length)
  return most
}

async function detect({ width, height, grey }: Grey, name: DictionaryName): Promise<Marker[]> {
  const { cv } = await loadOpenCv()
  const picture = new cv.Mat(height, width, cv.CV_8UC1)
  picture.data.set(grey)
  const dictionary = cv.getPredefinedDictionary(cv[name])
  const parameters = parametersOf(cv)
  const refine = new cv.aruco_RefineParameters(10, 3, true)
  const detector = new cv.aruco_ArucoDetector(dictionary, parameters, refine)
  const [corners, rejected, ids] = [new cv.MatVector(), new cv.MatVector(), new cv.Mat()]
  const held = [picture, dictionary, parameters, refine, detector, corners, rejected, ids]
  try {
    detector.detectMarkers(picture, corners, ids, rejected)
    return Array.from({ length: ids.rows }, (_, i) => {
      const each = corners.get(i)
      const marker = { id: ids.data32S[i]!, corners: Float32Array.from(each.data32F, (at) => at + HALF) }
      each.delete()
      return marker
    })
  } finally {
    for (const each of held) each.delete()
  }
}

function parametersOf(cv: OpenCv) {
  const parameters = new cv.aruco_DetectorParameters()
  parameters.adaptiveThreshWinSizeMin = 5
  parameters.adaptiveThreshWinSizeMax = 45
  parameters.adaptiveThreshWinSizeStep = 20
  parameters.minMarkerPerimeterRate = LEAST_PERIMETER
  parameters.polygonalApproxAccuracyRate = 0.06
  // Their own corners are refined here: those of the board, between which they stand, are found to a tenth of a pixel.
  parameters.cornerRefinementMethod = 1
  parameters.cornerRefinementWinSize = 4
  return parameters
}
