/** Light of an 8-bit value at range 1. */
export const decode = (value: number): number => (value / 255) ** 2

type Vector = readonly number[]

/** Light above 1 with less and less of what it has more: it never reaches 1 + `headroom`. */
const eased = (light: number, headroom: number): number => 1 + ((light - 1) * headroom) / (headroom + light - 1)

/**
 * The product's light at a pixel: `values` are the white and the black pass of three groups in turn, `gains` nine vectors (of
 * white, of black for the diffuse light, of black for the gloss). Gives the diffuse light with the coverage, then the gloss.
 */
export function mixProduct(
  values: Vector,
  coverage: number,
  gains: readonly Vector[],
  faint: number,
  headroom: number,
): number[] {
  const sum = (pass: 0 | 1, from: number, channel: number) =>
    [0, 1, 2].reduce((total, group) => total + decode(values[2 * group + pass]!) * gains[from + group]![channel]!, 0)
  const share = coverage / 255
  const diffuse = [0, 1, 2].map((channel) => Math.max(0, sum(0, 0, channel) + sum(1, 3, channel)))
  const level = (0.8 * diffuse[1]!) / Math.max(share, 1e-9)
  const kept = level > 1 ? eased(level, headroom) / level : 1
  const gloss = [0, 1, 2, 3].map((channel) => {
    const light = sum(1, 6, channel)
    return light ** 2 / (light + faint * share + 1e-9)
  })
  return [...diffuse.map((light) => light * kept), share, ...gloss]
}
