import type { Layer } from '../plate/plate.ts'
import { COVERED } from './far-layer.ts'

/**
 * One light group of a person before what is behind them, as a layer of a backdrop.
 * @param far of `farLayer`, in the person's size and range; it is left as it is
 * @param person its colour, going on beyond its outline (not premultiplied)
 * @param coverage of the person, 8 bits a pixel
 */
export function personBefore(far: Uint8Array, person: Layer, coverage: Uint8Array): Layer {
  const { data } = person
  const out = far.slice()
  for (let pixel = 0; pixel < coverage.length; pixel++) {
    const share = coverage[pixel]!
    if (share === 0) continue
    const at = 3 * pixel
    if (share === COVERED) {
      while (coverage[pixel + 1] === COVERED) pixel++
      out.set(data.subarray(at, 3 * (pixel + 1)), at)
    } else
      for (let i = at; i < at + 3; i++)
        // Values are roots of light, and it is light that adds up.
        out[i] = Math.round(Math.sqrt(((COVERED - share) * out[i]! ** 2 + share * data[i]! ** 2) / COVERED))
  }
  return { ...person, data: out }
}
