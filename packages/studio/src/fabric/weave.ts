import { type Field, soften, standardise, white } from './field.ts'

/** Pitch of a yarn of a plain canvas of some 10 oz, in metres. */
const PITCH = 0.00056

/** The relief of a plain weave: yarns over and under each other, each of its own thickness along its length. */
export function weaveFace(side: number, texel: number): { heights: Field; shade: Field } {
  const yarns = 2 * Math.round((side * texel) / (2 * PITCH))
  const warp = standardise(soften(white(side, 4), 3, 90))
  const weft = standardise(soften(white(side, 5), 90, 3))
  const hair = standardise(soften(white(side, 6), 2, 2))
  const heights = new Float32Array(side * side)
  const lit = new Float32Array(side * side)
  for (let y = 0, i = 0; y < side; y++)
    for (let x = 0; x < side; x++, i++) {
      const [across, down] = [(x / side) * yarns + 0.14 * warp[i]!, (y / side) * yarns + 0.14 * weft[i]!]
      const over = Math.cos(Math.PI * across) * Math.cos(Math.PI * down)
      const gaps = 0.35 * (Math.cos(2 * Math.PI * across) + Math.cos(2 * Math.PI * down))
      const thick = 0.28 * (warp[i]! + weft[i]!)
      heights[i] = 46e-6 * (over - gaps + thick) + 9e-6 * hair[i]!
      lit[i] = 0.5 * over - gaps + thick + 0.5 * hair[i]!
    }
  return { heights, shade: standardise(lit) }
}

/** Slubs: stretches of thicker yarn, both ways, which is what canvas is known by. */
export function weaveUnevenness(side: number): Field {
  const warp = standardise(soften(white(side, 15), 1, 14))
  const weft = standardise(soften(white(side, 16), 14, 1))
  const thick = (value: number) => value + 0.8 * Math.max(0, value - 1.2)
  return warp.map((value, i) => 14e-6 * (thick(value) + thick(weft[i]!)))
}
