import type { Photo } from './read-photo.ts'

/** A guess where a corner of the board is: its pixel, and how far an inch right and an inch down go there, in pixels. */
export type Guess = { px: number; py: number; right: [number, number]; down: [number, number] }

type Grey = Pick<Photo, 'width' | 'height' | 'grey'>

const STEPS = 12
const CONVERGED = 0.01
/** Of a square, how far from the corner its four squares are looked at: within the white frames of the markers beside it. */
const REACH = 0.14
const LOOKED = 0.09
/** Of a square, how far a corner may lie from where it was expected. */
const MOST_MOVED = 0.12
/** Levels of 255 between its black and white squares, at least. */
const LEAST_CONTRAST = 12

/**
 * Where two black squares meet point to point, in pixels (a pixel's middle at .5): the point at which every edge around it aims
 * (W. Förstner and E. Gülch, 1987), found anew from each place that it leads to. Ink that has run moves the four edges apart but not
 * this point. Null where the squares around it are not two black and two white, as behind a fold.
 */
export function refineSaddle(
  picture: Grey,
  guess: Guess,
  pitch: number,
  isFirstBlack: boolean,
): { px: number; py: number } | null {
  const scale = Math.min(Math.hypot(...guess.right), Math.hypot(...guess.down)) * pitch
  const reach = Math.max(2, Math.min(14, REACH * scale))
  let [x, y] = [guess.px, guess.py]
  for (let step = 0; step < STEPS; step++) {
    const next = aim(picture, x, y, reach)
    if (!next) return null
    const moved = Math.hypot(next[0] - x, next[1] - y)
    ;[x, y] = next
    if (Math.hypot(x - guess.px, y - guess.py) > Math.max(1.5, MOST_MOVED * scale)) return null
    if (moved < CONVERGED) break
  }
  return isSaddle(picture, x, y, guess, pitch, isFirstBlack) ? { px: x, py: y } : null
}

/** The least squares meeting point of the edges in a round window, each weighed by its slope. */
function aim({ width, height, grey }: Grey, cx: number, cy: number, reach: number): [number, number] | null {
  const left = Math.floor(cx - reach)
  const top = Math.floor(cy - reach)
  const right = Math.ceil(cx + reach)
  const bottom = Math.ceil(cy + reach)
  if (left < 2 || top < 2 || right > width - 3 || bottom > height - 3) return null
  let [aa, ab, bb, ax, bx] = [0, 0, 0, 0, 0]
  for (let j = top; j <= bottom; j++)
    for (let i = left; i <= right; i++) {
      const [dx, dy] = [i + 0.5 - cx, j + 0.5 - cy]
      const far = (dx * dx + dy * dy) / (reach * reach)
      if (far > 1) continue
      const at = j * width + i
      const gx = grey[at + 1]! - grey[at - 1]!
      const gy = grey[at + width]! - grey[at - width]!
      const weight = Math.exp(-2 * far)
      aa += weight * gx * gx
      ab += weight * gx * gy
      bb += weight * gy * gy
      ax += weight * gx * (gx * dx + gy * dy)
      bx += weight * gy * (gx * dx + gy * dy)
    }
  const determinant = aa * bb - ab * ab
  if (determinant < 1e-4 * (aa + bb) ** 2) return null
  return [cx + (bb * ax - ab * bx) / determinant, cy + (aa * bx - ab * ax) / determinant]
}

/** Whether the squares right below and left above are black and the other two white, or the other way round. */
function isSaddle(
  { width, height, grey }: Grey,
  x: number,
  y: number,
  { right, down }: Guess,
  pitch: number,
  isFirstBlack: boolean,
): boolean {
  const far = LOOKED * pitch
  const level = (dx: number, dy: number): number => {
    const px = Math.round(x + far * (dx * right[0] + dy * down[0]) - 0.5)
    const py = Math.round(y + far * (dx * right[1] + dy * down[1]) - 0.5)
    return px < 0 || py < 0 || px >= width || py >= height ? NaN : grey[py * width + px]!
  }
  const alike = [level(1, 1), level(-1, -1)]
  const others = [level(1, -1), level(-1, 1)]
  const [dark, light] = isFirstBlack ? [alike, others] : [others, alike]
  return Math.min(...light) - Math.max(...dark) > LEAST_CONTRAST
}
