import { COARSE, COARSE_UNITS, FINE, FINE_UNITS } from '../../src/fabric/cloth-tiles.ts'
import { CHANNELS, levelStart, levelsOf } from '../../src/fabric/tile.ts'
import { MIXED } from '../../src/fabric/tile-kernel.ts'
import { BRIGHTEST_CHANGE, DARKEST, FINEST, SLENDER, STEADY } from '../../src/material/cloth-kernel.ts'
import {
  GLOSS_CHANGE,
  HAIR_COLOUR,
  HAIR_SHADE,
  HAIR_WHITE,
  LEAST_GLOSS,
  METAL,
  MOST_GLOSS,
  UNSEEN,
} from '../../src/material/sheen-kernel.ts'
import type { Footprint } from './uv.ts'

type Rgb = readonly [number, number, number]
export type Cloth = {
  albedo: Rgb
  fibre: Rgb
  structure: number
  inkStructure: number
  loops: number
  inkLoops: number
  creases: number
  fine: Int8Array
  coarse: Int8Array
}

type Tile = { side: number; texel: number }

/** A quantity of a level of a tile at a place (shares of its side), linear between texels, wrapping. */
function sample(table: Int8Array, finest: number, side: number, x: number, y: number, channel: number): number {
  const [column, row] = [x * side - 0.5, y * side - 0.5]
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const wrap = (texel: number) => ((texel % side) + side) % side
  const texel = (dx: number, dy: number) =>
    table[CHANNELS * (levelStart(finest, side) + wrap(top + dy) * (side + 1) + wrap(left + dx)) + channel]!
  const mix = (a: number, b: number, share: number) => a + (b - a) * share
  const line = (dy: number) => mix(texel(0, dy), texel(1, dy), column - left)
  return mix(line(0), line(1), row - top)
}

/** The four quantities of a tile at a pixel, between two of its levels. */
function quantities(table: Int8Array, { side, texel }: Tile, { uv }: Footprint, pixel: number): number[] {
  const level = Math.min(Math.max(Math.log2(Math.sqrt(pixel) / texel), 0), levelsOf(side) - 1)
  const below = Math.floor(level)
  const eased = below + Math.min(Math.max((level - below - (1 - MIXED) / 2) / MIXED, 0), 1)
  const fine = Math.floor(eased)
  const across = side * texel
  return Array.from({ length: CHANNELS }, (_, channel) => {
    const at = (lod: number) => sample(table, side, side / 2 ** lod, uv.x / across, uv.y / across, channel)
    const share = eased - fine
    return at(fine) * (1 - share) + (share > 0 ? at(fine + 1) * share : 0)
  })
}

export type PaintedCloth = { painted: number[]; change: number }

/**
 * Albedo of the cloth at a pixel, what ink upon it is multiplied by, and how much relief changes its light. `lit` says by how
 * much slopes along u and v change it, and how far the map is to be trusted.
 */
export function paintCloth(
  footprint: Footprint,
  usual: number,
  [alongU, alongV, trust]: readonly number[],
  { albedo, fibre, structure, inkStructure, loops, inkLoops, creases, fine, coarse }: Cloth,
): PaintedCloth {
  const { across, down } = footprint
  const area = Math.abs(across.x * down.y - across.y * down.x)
  const sides = across.x ** 2 + across.y ** 2 + down.x ** 2 + down.y ** 2
  const pixel = Math.max(area, SLENDER * sides, FINEST * usual ** 2)
  const [slopeU, slopeV, shade, fibres] = quantities(fine, FINE, footprint, pixel).map((q, i) => q * FINE_UNITS[i]!)
  const [creaseU, creaseV, unevenU, unevenV] = quantities(coarse, COARSE, footprint, pixel).map(
    (q, i) => q * COARSE_UNITS[i]!,
  )
  const light = (u: number, v: number) => trust! * (alongU! * u + alongV! * v)
  const changed = (share: number) => {
    const all = creases * light(creaseU!, creaseV!) + share * (light(slopeU!, slopeV!) + light(unevenU!, unevenV!))
    return Math.max(DARKEST, Math.min(BRIGHTEST_CHANGE, all))
  }
  const [change, inkChange] = [changed(loops), changed(inkLoops)]
  const cloth = (1 + change) * (1 + structure * shade!)
  return {
    painted: [
      ...albedo.map((base, c) => (base + fibre[c]! * fibres! * (STEADY + (1 - STEADY) * trust!)) * cloth),
      (1 + inkChange) * (1 + inkStructure * shade!),
    ],
    change,
  }
}

/** Diffuse light with its coverage, and gloss, at a pixel whose relief changes its light by `change` and whose hair is `hair`. */
export function addSheen(light: readonly number[], albedo: readonly number[], change: number, noted: number): number[] {
  const hair = noted > UNSEEN ? noted : 0
  const metal = Math.min(1, light[5]! / METAL) ** 2
  const factor = Math.max(LEAST_GLOSS, Math.min(MOST_GLOSS, 1 + GLOSS_CHANGE * change * (1 - metal)))
  const below = [0, 1, 2].map((c) => light[c]! * (1 - HAIR_SHADE * hair))
  const gloss = [0, 1, 2, 3].map(
    (c) => light[4 + c]! * factor + light[c]! * hair * (HAIR_COLOUR * Math.sqrt(albedo[c]!) + HAIR_WHITE),
  )
  return [...below, light[3]!, ...gloss]
}
