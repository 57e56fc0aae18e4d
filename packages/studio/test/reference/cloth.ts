import { COARSE, COARSE_UNITS, FINE, FINE_UNITS } from '../../src/fabric/cloth-tiles.ts'
import { CHANNELS, levelStart, levelsOf } from '../../src/fabric/tile.ts'
import { MIXED } from '../../src/fabric/tile-kernel.ts'
import { BRIGHTEST_CHANGE, DARKEST, FINEST, PAIR, SLENDER, STEADY } from '../../src/material/cloth-kernel.ts'
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
function quantities(table: Int8Array, { side, texel }: Tile, { uv }: Footprint, size: number): number[] {
  const level = Math.min(Math.max(size - Math.log2(texel), 0), levelsOf(side) - 1)
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

/** The logarithm of the side of what a pixel shows of the cloth, in metres. */
function sizeOf({ across, down }: Footprint, usual: number): number {
  const area = Math.abs(across.x * down.y - across.y * down.x)
  const sides = across.x ** 2 + across.y ** 2 + down.x ** 2 + down.y ** 2
  return Math.log2(Math.max(area, SLENDER * sides, FINEST * usual ** 2)) / 2
}

/** The coarse tile at a pixel of a row painted from its first on: read at every other pixel, the mean of both between them. */
function coarseAt(table: Int8Array, footprintAt: (i: number) => Footprint, i: number, usual: number): number[] {
  if (i < 0) return [0, 0, 0, 0]
  if (i % 2 === 0) {
    const [before, after] = [i - 1, i + 1].map((at) => coarseAt(table, footprintAt, at, usual))
    return before!.map((value, channel) => (value + after![channel]!) / 2)
  }
  const footprint = footprintAt(i)
  return quantities(table, COARSE, footprint, sizeOf(footprint, usual) + PAIR)
}

/**
 * Albedo of the cloth at a pixel of a row painted from its first on, what ink upon it is multiplied by, and how much relief
 * changes its light. `lit` says by how much slopes along u and v change it, and how far the map is to be trusted.
 */
export function paintCloth(
  footprintAt: (i: number) => Footprint,
  i: number,
  usual: number,
  [alongU, alongV, trust]: readonly number[],
  { albedo, fibre, structure, inkStructure, loops, inkLoops, creases, fine, coarse }: Cloth,
): PaintedCloth {
  const footprint = footprintAt(i)
  const [slopeU, slopeV, shade, fibres] = quantities(fine, FINE, footprint, sizeOf(footprint, usual)).map(
    (q, channel) => q * FINE_UNITS[channel]!,
  )
  const [creaseU, creaseV, unevenU, unevenV] = coarseAt(coarse, footprintAt, i, usual).map(
    (q, channel) => q * COARSE_UNITS[channel]!,
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
