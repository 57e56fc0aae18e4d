import { CLOTH_CELL_BYTES, CLOTH_UNIT } from '../../src/material/cloth-kernel.ts'
import { CLOTH_LEVELS, TEXEL_METRES, TILE_TEXELS } from '../../src/material/fabric.ts'
import type { Footprint } from './uv.ts'

type Rgb = readonly [number, number, number]
export type Cloth = { albedo: Rgb; fibre: Rgb; structure: number; inkStructure: number; table: Int8Array }

/** Structure or fibre (deviations) of a mip level at a place of the tile, linear between texels, wrapping. */
function sample(table: Int8Array, side: number, x: number, y: number, isFibre: boolean): number {
  const [column, row] = [x * side - 0.5, y * side - 0.5]
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const wrap = (texel: number) => ((texel % side) + side) % side
  const texel = (dx: number, dy: number) =>
    table[(side * side + wrap(top + dy) * side + wrap(left + dx)) * CLOTH_CELL_BYTES + (isFibre ? 2 : 0)]!
  const mix = (a: number, b: number, share: number) => a + (b - a) * share
  const line = (dy: number) => mix(texel(0, dy), texel(1, dy), column - left)
  return mix(line(0), line(1), row - top) / CLOTH_UNIT
}

/** Albedo of the cloth at a pixel, and what ink upon it is multiplied by. */
export function paintCloth(
  { uv, across, down }: Footprint,
  usual: number,
  { albedo, fibre, structure, inkStructure, table }: Cloth,
): number[] {
  const area = Math.max(Math.abs(across.x * down.y - across.y * down.x), usual ** 2 / 4)
  const level = Math.min(Math.max(Math.log2(Math.sqrt(area) / TEXEL_METRES), 0), CLOTH_LEVELS - 1)
  const fine = Math.floor(level)
  const tile = TILE_TEXELS * TEXEL_METRES
  const at = (lod: number, isFibre: boolean) => sample(table, TILE_TEXELS / 2 ** lod, uv.x / tile, uv.y / tile, isFibre)
  const mixed = (isFibre: boolean) => {
    const share = level - fine
    return at(fine, isFibre) * (1 - share) + (share > 0 ? at(fine + 1, isFibre) * share : 0)
  }
  const [shade, fibres] = [mixed(false), mixed(true)]
  return [...albedo.map((base, c) => (base + fibre[c]! * fibres) * (1 + structure * shade)), 1 + inkStructure * shade]
}
