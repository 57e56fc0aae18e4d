import type { PlacedLayer, UnitsValue } from 'ag-psd'

export type Point = [x: number, y: number]
/** Where a point of a smart object's content (0 to 1, right and down; a little beyond too) lies in the document, in its pixels. */
export type Surface = (u: number, v: number) => Point

/** A smart object's place in the document, its content's own size in pixels, and what of its warp cannot be read. */
export type Placed = { surface: Surface; width: number; height: number; unread: string | null }

/**
 * Photoshop warps the content by a mesh of cubic Bézier patches in its own pixels, and lays the rectangle around the mesh's
 * points upon the quad (read off files that Photoshop wrote: where a handle is drawn out, the quad grows with it).
 * @returns null where the transform is none
 */
export function placedOf(layer: PlacedLayer): Placed | null {
  const quad = cornersOf(layer.nonAffineTransform ?? layer.transform)
  if (!quad) return null
  const mesh = meshOf(layer)
  const [left, top, right, bottom] = mesh ? boundsOf(mesh.points) : [0, 0, 1, 1]
  if (!(right > left && bottom > top)) return null
  const project = homography(quad)
  const surface: Surface = (u, v) => {
    const [x, y] = mesh ? mesh.at(u, v) : [u, v]
    return project((x - left) / (right - left), (y - top) / (bottom - top))
  }
  const [a, b, c, d] = quad
  const { style, value } = layer.warp ?? {}
  const isNamed = style !== undefined && style !== 'none' && style !== 'custom' && value !== 0
  return {
    surface,
    width: layer.width || (Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.hypot(c[0] - d[0], c[1] - d[1])) / 2,
    height: layer.height || (Math.hypot(d[0] - a[0], d[1] - a[1]) + Math.hypot(c[0] - b[0], c[1] - b[1])) / 2,
    unread: isNamed ? style : style === 'custom' && !mesh ? 'custom' : null,
  }
}

type Quad = [Point, Point, Point, Point]

function cornersOf(numbers: readonly number[] | undefined): Quad | null {
  if (numbers?.length !== 8 || !numbers.every(Number.isFinite)) return null
  return [0, 2, 4, 6].map((at): Point => [numbers[at]!, numbers[at + 1]!]) as Quad
}

function boundsOf(points: readonly Point[]): [number, number, number, number] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** The unit square upon four corners, clockwise from the left upper one (Heckbert, 1989). */
function homography([a, b, c, d]: Quad): Surface {
  const [dx1, dx2, dx3] = [b[0] - c[0], d[0] - c[0], a[0] - b[0] + c[0] - d[0]]
  const [dy1, dy2, dy3] = [b[1] - c[1], d[1] - c[1], a[1] - b[1] + c[1] - d[1]]
  const whole = dx1 * dy2 - dx2 * dy1
  const g = whole === 0 ? 0 : (dx3 * dy2 - dx2 * dy3) / whole
  const h = whole === 0 ? 0 : (dx1 * dy3 - dx3 * dy1) / whole
  return (u, v) => {
    const w = g * u + h * v + 1
    return [
      ((b[0] - a[0] + g * b[0]) * u + (d[0] - a[0] + h * d[0]) * v + a[0]) / w,
      ((b[1] - a[1] + g * b[1]) * u + (d[1] - a[1] + h * d[1]) * v + a[1]) / w,
    ]
  }
}

type Mesh = { points: Point[]; at: Surface }

/** Along a side of a mesh: more patches than Photoshop lets anybody make. */
const MOST_POINTS = 151

function meshOf({ warp }: PlacedLayer): Mesh | null {
  const found = warp?.customEnvelopeWarp
  if (!warp || !found) return null
  const points = found.meshPoints.map(({ x, y }): Point => [x, y])
  const [columns, rows] = [warp.deformNumCols ?? 4, warp.deformNumRows ?? 4]
  const isWhole = (count: number) => count >= 4 && count <= MOST_POINTS && count % 3 === 1
  if (!isWhole(columns) || !isWhole(rows) || points.length !== columns * rows) return null
  if (!points.flat().every(Number.isFinite)) return null
  const size = (value: UnitsValue | undefined) => value?.value ?? 0
  const { left, right, top, bottom } = warp.bounds ?? {}
  const across = slicesOf(found.quiltSliceX, size(left), size(right), (columns - 1) / 3)
  const down = slicesOf(found.quiltSliceY, size(top), size(bottom), (rows - 1) / 3)
  return {
    points,
    at(u, v) {
      const [i, s] = patchAt(across, u)
      const [j, t] = patchAt(down, v)
      const [bs, bt] = [bernstein(s), bernstein(t)]
      let [x, y] = [0, 0]
      for (let row = 0; row < 4; row++)
        for (let column = 0; column < 4; column++) {
          const [px, py] = points[(3 * j + row) * columns + 3 * i + column]!
          x += bt[row]! * bs[column]! * px
          y += bt[row]! * bs[column]! * py
        }
      return [x, y]
    },
  }
}

/** Where patches meet, as shares of the content: as the file says it, or evenly. */
function slicesOf(slices: readonly number[] | undefined, from: number, to: number, patches: number): number[] {
  const even = Array.from({ length: patches + 1 }, (_, at) => at / patches)
  if (!slices || !(to > from)) return even
  const shares = slices.map((at) => (at - from) / (to - from)).filter((share) => share > 1e-6 && share < 1 - 1e-6)
  const all = [0, ...shares, 1]
  return all.length === patches + 1 && all.every((share, at) => at === 0 || share > all[at - 1]!) ? all : even
}

function patchAt(slices: readonly number[], share: number): [number, number] {
  let patch = 0
  while (patch < slices.length - 2 && share >= slices[patch + 1]!) patch++
  return [patch, (share - slices[patch]!) / (slices[patch + 1]! - slices[patch]!)]
}

const bernstein = (t: number): [number, number, number, number] => [
  (1 - t) ** 3,
  3 * t * (1 - t) ** 2,
  3 * t * t * (1 - t),
  t ** 3,
]
