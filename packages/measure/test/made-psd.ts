import { type Layer, type Psd, initializeCanvas, writePsdUint8Array } from 'ag-psd'
import { placedOf } from '../src/psd/warp.ts'
import { rasterSurface } from '../src/psd/raster-surface.ts'

initializeCanvas(
  () => {
    throw new Error('no canvas')
  },
  (width, height) => ({ width, height, colorSpace: 'srgb', data: new Uint8ClampedArray(width * height * 4) }),
)

export const SIDE = 900
type Rgba = readonly [number, number, number, number]

/** A layer as large as the document, each pixel by its place (0 to 1 across and down), in shares of 1. */
export function layerOf(name: string, at: (x: number, y: number) => Rgba, more: Partial<Layer> = {}): Layer {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let i = 0; i < SIDE * SIDE; i++)
    at(((i % SIDE) + 0.5) / SIDE, (Math.floor(i / SIDE) + 0.5) / SIDE).forEach(
      (value, c) => (data[4 * i + c] = 255 * value),
    )
  return { name, left: 0, top: 0, imageData: { width: SIDE, height: SIDE, data }, ...more }
}

/** White cloth with soft folds, an oval on grey ground. */
export const isGarment = (x: number, y: number): boolean => ((x - 0.5) / 0.42) ** 2 + ((y - 0.5) / 0.46) ** 2 < 1
export const cloth = (x: number, y: number): number => 0.86 + 0.07 * Math.sin(14 * x + 5 * y)
export const photo = (): Layer =>
  layerOf('Photo', (x, y) => {
    const light = isGarment(x, y) ? cloth(x, y) : 0.55
    return [light, light, light, 1]
  })

/** A mesh of one patch, or of more where it is quilted, its points moved by `move` from where they lie flat. */
export function meshOf(size: number, rows: number, move: (x: number, y: number) => [number, number]) {
  const meshPoints = Array.from({ length: rows * rows }, (_, at) => {
    const [x, y] = [(at % rows) / (rows - 1), Math.floor(at / rows) / (rows - 1)]
    const [dx, dy] = move(x, y)
    return { x: size * (x + dx), y: size * (y + dy) }
  })
  const pixels = (value: number) => ({ units: 'Pixels' as const, value })
  const slices = Array.from({ length: (rows - 1) / 3 + 1 }, (_, at) => (size * 3 * at) / (rows - 1))
  return {
    style: 'custom' as const,
    value: 0,
    perspective: 0,
    perspectiveOther: 0,
    rotate: 'horizontal' as const,
    bounds: { top: pixels(0), left: pixels(0), bottom: pixels(size), right: pixels(size) },
    uOrder: 4,
    vOrder: 4,
    ...(rows > 4 && { deformNumRows: rows, deformNumCols: rows }),
    customEnvelopeWarp: { ...(rows > 4 && { quiltSliceX: slices, quiltSliceY: slices }), meshPoints },
  }
}

/** A smart object that shows rings over its content, drawn where its transform and warp put it. */
export function smartObject(placedLayer: Layer['placedLayer'], more: Partial<Layer> = {}): Layer {
  const placed = placedOf(placedLayer!)!
  const { u, v } = rasterSurface(placed.surface, { left: 0, top: 0, side: SIDE, size: SIDE })
  const layer = layerOf(
    'Your design here',
    (x, y) => {
      const at = Math.floor(y * SIDE) * SIDE + Math.floor(x * SIDE)
      if (!(u[at]! >= 0 && u[at]! <= 1 && v[at]! >= 0 && v[at]! <= 1)) return [0, 0, 0, 0]
      const rings = 0.5 + 0.5 * Math.cos(30 * Math.hypot(u[at]! - 0.5, v[at]! - 0.5))
      return [rings, 0.3, 1 - rings, 1]
    },
    more,
  )
  return { ...layer, placedLayer }
}

export const placement = (transform: number[], more: object = {}): NonNullable<Layer['placedLayer']> => ({
  id: '20953ddb-9391-11ec-b4f1-c15674f50bc4',
  placed: '20953dda-9391-11ec-b4f1-c15674f50bc4',
  type: 'raster',
  pageNumber: 1,
  totalPages: 1,
  frameStep: { numerator: 0, denominator: 600 },
  duration: { numerator: 0, denominator: 600 },
  frameCount: 1,
  width: 1000,
  height: 1000,
  resolution: { units: 'Density', value: 72 },
  transform,
  ...more,
})

export const QUAD = [290, 300, 620, 330, 600, 660, 280, 640]

export const psdOf = (children: Layer[], more: Partial<Psd> = {}): Uint8Array =>
  writePsdUint8Array({ width: SIDE, height: SIDE, children, ...more } as Psd)

/** Lengths of what a PSD begins with, and the number of its resource that holds a profile (Adobe's Photoshop File Formats). */
const HEADER = 26
const PROFILE = 1039

/** The same document, its colours told by an ICC profile. */
export function withProfile(psd: Uint8Array, icc: Uint8Array): Uint8Array {
  const bytes = Buffer.from(psd)
  const resources = HEADER + 4 + bytes.readUInt32BE(HEADER)
  const head = Buffer.alloc(12)
  head.write('8BIM', 'latin1')
  head.writeUInt16BE(PROFILE, 4)
  head.writeUInt32BE(icc.length, 8)
  const own = Buffer.concat([head, icc, Buffer.alloc(icc.length % 2)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.readUInt32BE(resources) + own.length)
  return Buffer.concat([bytes.subarray(0, resources), length, own, bytes.subarray(resources + 4)])
}
