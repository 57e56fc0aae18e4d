import type { Picture } from '@printroom/studio/plate/plate'
import { LINEAR_OF_SRGB8 } from '@printroom/studio/tone/srgb'

/** One number a pixel, row by row. */
export type Plane = { width: number; height: number; data: Float32Array }
/** A rectangle of pixels; `right` and `bottom` are past its end. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** A plane of zeros; sides in pixels. */
export const emptyPlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Float32Array(width * height),
})

/** A plane of what each pixel's index is made into. */
export function planeOf(width: number, height: number, value: (at: number) => number): Plane {
  const plane = emptyPlane(width, height)
  for (let at = 0; at < plane.data.length; at++) plane.data[at] = value(at)
  return plane
}

/** Brightness, 0…255 (the weights of BT.601, which SSIM is defined on). */
export function brightnessOf({ width, height, data }: Picture): Plane {
  const plane = emptyPlane(width, height)
  for (let at = 0, from = 0; at < plane.data.length; at++, from += 3)
    plane.data[at] = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!
  return plane
}

/** One channel in linear light 0…1. */
export function lightOf({ width, height, data }: Picture, channel: 0 | 1 | 2): Plane {
  const plane = emptyPlane(width, height)
  for (let at = 0, from: number = channel; at < plane.data.length; at++, from += 3)
    plane.data[at] = LINEAR_OF_SRGB8[data[from]!]!
  return plane
}

/** Where values are above 0.5; null where none is. */
export function boundsOf({ width, height, data }: Plane): Box | null {
  const box = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! <= 0.5) continue
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x + 1)
      box.top = Math.min(box.top, y)
      box.bottom = y + 1
    }
  return box.right > 0 ? box : null
}

/** The box with `by` pixels more on each side, within the plane. */
export const widen = ({ left, top, right, bottom }: Box, by: number, { width, height }: Plane): Box => ({
  left: Math.max(0, left - by),
  top: Math.max(0, top - by),
  right: Math.min(width, right + by),
  bottom: Math.min(height, bottom + by),
})

/** A copy of the pixels in a box, which lies within the plane. */
export function cut({ width, data }: Plane, { left, top, right, bottom }: Box): Plane {
  const out = emptyPlane(right - left, bottom - top)
  for (let y = top; y < bottom; y++)
    out.data.set(data.subarray(y * width + left, y * width + right), (y - top) * out.width)
  return out
}

/** Mean over squares of `2 · radius + 1` pixels, twice: near a Gaussian, in a time that does not grow with the radius. */
export function blur(plane: Plane, radius: number): Plane {
  if (radius < 1) return plane
  const once = (source: Plane): Plane => transposeMeans(transposeMeans(source, radius), radius)
  return once(once(plane))
}

/** Running means of the rows, written as columns; at the sides the outermost pixel goes on. */
function transposeMeans({ width, height, data }: Plane, radius: number): Plane {
  const out = emptyPlane(height, width)
  const scale = 1 / (2 * radius + 1)
  for (let y = 0; y < height; y++) {
    const first = y * width
    const last = first + width - 1
    let sum = 0
    for (let x = first - radius; x <= first + radius; x++) sum += data[Math.min(last, Math.max(first, x))]!
    for (let at = first, to = y; at <= last; at++, to += height) {
      out.data[to] = sum * scale
      sum += data[Math.min(last, at + radius + 1)]! - data[Math.max(first, at - radius)]!
    }
  }
  return out
}

/** Mean of 2 × 2. */
export function halve({ width, height, data }: Plane): Plane {
  const out = emptyPlane(Math.max(1, width >> 1), Math.max(1, height >> 1))
  for (let y = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++) {
      const at = 2 * y * width + 2 * x
      const [right, down] = [2 * x + 1 < width ? 1 : 0, 2 * y + 1 < height ? width : 0]
      out.data[y * out.width + x] = (data[at]! + data[at + right]! + data[at + down]! + data[at + right + down]!) / 4
    }
  return out
}

/** The value between pixels (bilinear), `x` and `y` in pixels from the middle of the first; outside, the nearest. */
export function sample({ width, height, data }: Plane, x: number, y: number): number {
  const [cx, cy] = [Math.min(width - 1.001, Math.max(0, x)), Math.min(height - 1.001, Math.max(0, y))]
  const [left, top] = [Math.floor(cx), Math.floor(cy)]
  const [fx, fy] = [cx - left, cy - top]
  const at = top * width + left
  const upper = data[at]! + fx * (data[at + 1]! - data[at]!)
  const lower = data[at + width]! + fx * (data[at + width + 1]! - data[at + width]!)
  return upper + fy * (lower - upper)
}
