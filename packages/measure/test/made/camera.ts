import { fromLinear } from '@printroom/studio/tone/srgb'
import { randomOf } from './random.ts'

/**
 * What camera and phone do to a picture. Blur (deviation) and motion (length, across) in pixels; noise as the deviation at full
 * light; contrast 0 to 1, how much of an S curve; sharpening as a share; exposure a factor; JPEG quality.
 */
export type Lens = {
  blur: number
  motion: number
  noise: number
  contrast: number
  sharpening: number
  exposure: number
  quality: number
  /** Of the cloth, as a share. */
  texture: number
}

/** Linear light as display values (sRGB encoded), cut off at `most`: lens, sensor, tone curve, sharpening. */
export function developed(
  linear: Float32Array,
  width: number,
  height: number,
  lens: Lens,
  seed: number,
  most = 1,
): Float32Array {
  const picture = throughLens(linear, width, height, lens)
  const random = randomOf(seed * 13 + 5)
  for (let i = 0; i < picture.length; i++) {
    const light = picture[i]! * lens.exposure
    const noise =
      lens.noise > 0 ? lens.noise * Math.sqrt(Math.max(0.002, light)) * 2 * (random() + random() + random() - 1.5) : 0
    const display = fromLinear(Math.min(most, Math.max(0, light + noise)))
    picture[i] = toned(display, lens.contrast)
  }
  return sharpened(picture, width, height, lens.sharpening, 1).map((value) => Math.min(most, Math.max(0, value)))
}

/** Out of focus, and moved while it was taken. */
export function throughLens(linear: Float32Array, width: number, height: number, { blur, motion }: Lens): Float32Array {
  const picture = blurred(linear, width, height, blur, blur)
  return motion > 0 ? blurred(picture, width, height, motion / 3.5, 0) : picture
}

/** What differs from its surroundings (a bell of some deviation) differs by a share more. */
export function sharpened(
  picture: Float32Array,
  width: number,
  height: number,
  share: number,
  deviation: number,
): Float32Array {
  if (share === 0) return picture
  const soft = blurred(picture, width, height, deviation, deviation)
  return picture.map((value, at) => value + share * (value - soft[at]!))
}

/** An S curve; beyond 1, which no picture holds, values stay as they are. */
export const toned = (display: number, contrast: number): number =>
  display > 1 ? display : display + contrast * (display * display * (3 - 2 * display) - display)

function blurred(picture: Float32Array, width: number, height: number, across: number, down: number): Float32Array {
  return along(along(picture, width * 3, height, 3, across), width * 3, height, width * 3, down)
}

/** A bell of some deviation along values that lie `step` apart; what is beyond the edge counts as the edge. */
function along(picture: Float32Array, line: number, lines: number, step: number, deviation: number): Float32Array {
  const reach = Math.ceil(3 * deviation)
  const taps = Float32Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - reach) / Math.max(deviation, 1e-3)) ** 2),
  )
  const sum = taps.reduce((a, b) => a + b, 0)
  const out = new Float32Array(picture.length)
  const size = line * lines
  for (let i = -reach; i <= reach; i++) {
    const weight = taps[i + reach]! / sum
    const shift = i * step
    for (let at = 0; at < size; at++) {
      const from = at + shift
      out[at] = out[at]! + weight * picture[from < 0 || from >= size ? at : from]!
    }
  }
  return out
}
