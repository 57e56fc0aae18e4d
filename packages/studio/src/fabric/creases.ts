import { type Field, smear, soften, standardise, warp, white } from './field.ts'

/**
 * Kinds of creases: how wide (texels of the running mean), the slant (texels) along which they run and for how long (a
 * power of two steps), their height in metres, and how rare they are (deviations of noise below which there is none).
 */
const CREASES = [
  { width: 5, slant: [3, 1], doublings: 2, height: 0.03e-3, rarity: 1 },
  { width: 5, slant: [-1, 3], doublings: 2, height: 0.03e-3, rarity: 1.2 },
  { width: 7, slant: [3, -2], doublings: 3, height: 0.1e-3, rarity: 0.9 },
  { width: 8, slant: [1, 2], doublings: 3, height: 0.11e-3, rarity: 1.1 },
  { width: 12, slant: [4, 1], doublings: 3, height: 0.26e-3, rarity: 0.6 },
  { width: 16, slant: [-2, 3], doublings: 3, height: 0.36e-3, rarity: 0.4 },
] as const

/** How far creases bend, in texels, along some 60 of them. */
const BEND = 5

/**
 * Fine creases of cloth that was folded, sat on and worn, 2 to 16 mm wide: heights in metres. Single crests that rise
 * and end, where a slanted noise is at its highest: crests along a noise's zero lines would run on and on like worms.
 */
export function creases(side: number): Field {
  const sum = new Float32Array(side * side)
  const [x, y] = [standardise(soften(white(side, 51), 64, 64)), standardise(soften(white(side, 52), 64, 64))]
  const places = [41, 42].map((seed) => standardise(soften(white(side, seed), 48, 48)))
  CREASES.forEach(({ width, slant: [dx, dy], doublings, height, rarity }, kind) => {
    const noise = standardise(smear(soften(white(side, 21 + kind), width, width), dx, dy, doublings))
    const place = places[kind & 1]!
    for (let i = 0; i < sum.length; i++) {
      const value = noise[i]!
      const above = Math.abs(value) - rarity
      // Crests more than hollows: cloth stands up between the places that hold it.
      const crest = above > 0 ? ((above * Math.sqrt(above)) / (1 + 0.6 * above)) * (value > 0 ? 1.5 : -0.8) : 0
      sum[i]! += height * (crest + 0.3 * value) * Math.min(1.6, Math.max(0.1, 0.6 + 0.5 * place[i]!))
    }
  })
  return warp(sum, x, y, BEND)
}
