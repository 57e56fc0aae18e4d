import { decode } from './light.ts'

type Vector = readonly number[]

const CHANNELS = [0, 1, 2, 3]

/** Light of a backdrop's pixel in one group: of one value decoded, of three squared alone (255² is in the gains). */
const lightOf = (pixel: Vector, channel: number): number =>
  pixel.length === 1 ? decode(pixel[0]!) : (pixel[channel] ?? 0) ** 2

/** An empty backdrop's light at a pixel: three groups' values, a gain a group. */
export const mixBackdrop = (pixels: readonly Vector[], gains: readonly Vector[]): number[] =>
  CHANNELS.map((channel) =>
    pixels.reduce((sum, pixel, group) => sum + lightOf(pixel, channel) * gains[group]![channel]!, 0),
  )

/** The shadow on a plain backdrop: six values, six gains. */
export const shadowOnPlainBackdrop = (values: Vector, gains: readonly Vector[]): number[] =>
  CHANNELS.map((channel) => values.reduce((sum, value, layer) => sum + decode(value) * gains[layer]![channel]!, 0))

/** Light with the product over light without it. `gains`: of each group's light, of its white and of its black shadow. */
export function shadowOnBackdrop(values: Vector, pixels: readonly Vector[], gains: readonly Vector[]): number[] {
  return CHANNELS.map((channel) => {
    let [without, withProduct] = [0, 0]
    pixels.forEach((pixel, group) => {
      const gain = (of: number) => gains[3 * group + of]![channel]!
      const light = lightOf(pixel, channel) * gain(0)
      without += light
      withProduct += light * (decode(values[2 * group]!) * gain(1) + decode(values[2 * group + 1]!) * gain(2))
    })
    return (withProduct + 1e-9) / (without + 1e-9)
  })
}

/** A ratio with shadows fainter than `faint` eased out of it. */
export function whiten(ratio: number, faint: number): number {
  const shade = Math.max(0, 1 - ratio)
  return 1 - shade ** 2 / (shade + faint)
}
