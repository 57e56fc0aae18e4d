import { hash } from '../random.ts'
import type { Layer } from '../plate/plate.ts'

/** What stands behind a person, in the layer's size: 16-bit values of three channels encoded as a layer's, or light everywhere the same. */
export type Far = { data: Uint16Array; range: number } | { light: number }

/** Rounding noise repeats after so many values, an odd number: no two rows have it alike. */
const NOISE = 8191

/** Parts of an 8-bit value, uniform, the same in every process: without it an even far view would lie in steps. */
const noise = Float32Array.from({ length: NOISE }, (_, i) => (hash(i, 31) & 0xffff) / 65_536)

/**
 * One light group of a person before what is behind them, as a layer of a backdrop.
 * @param person its colour, going on beyond its outline (not premultiplied)
 * @param coverage of the person, 8 bits a pixel
 * @param range of the layer that comes out: at least the person's and the far view's
 */
export function personBefore(far: Far, person: Layer, coverage: Uint8Array, range: number): Layer {
  const { width, height } = person
  const out = new Uint8Array(width * height * 3)
  const own = Math.sqrt(person.range / range)
  const [constant, scale] =
    'light' in far ? [255 * Math.sqrt(far.light / range), 0] : [0, (255 / 65_535) * Math.sqrt(far.range / range)]
  const data = 'light' in far ? person.data : far.data
  for (let pixel = 0, at = 0; pixel < coverage.length; pixel++) {
    const share = coverage[pixel]! / 255
    for (const end = at + 3; at < end; at++) {
      const behind = constant + scale * data[at]!
      const before = own * person.data[at]!
      // Values are roots of light, and it is light that adds up.
      const value =
        share === 0 ? behind : share === 1 ? before : Math.sqrt((1 - share) * behind ** 2 + share * before ** 2)
      out[at] = value + noise[at % NOISE]!
    }
  }
  return { width, height, channels: 3, range, data: out }
}
