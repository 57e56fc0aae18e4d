import { coarseTile, fineTile } from '../fabric/cloth-tiles.ts'
import { hasCloth } from './has-cloth.ts'
import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import type { Garment } from './garment.ts'
import type { Ink } from '../design/ink.ts'
import type { Layout } from '../geometry/layout.ts'
import { type PrintBox, sharesOf } from '../geometry/placement.ts'
import { NOTES_BYTES } from '../design/print-kernel.ts'
import type { Columns } from '../geometry/view.ts'
import type { PlateManifest } from '../plate/manifest.ts'
import { PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'

/** A step between neighbours longer than this many times the usual is a UV discontinuity, not a slope. */
const DISCONTINUITY_STEPS = 8

/** A cloth's tiles, in the runtime. */
export type Tiles = { fine: Pointer; coarse: Pointer }
/** And rows of how its relief is lit. */
export type Cloth = Tiles & { reliefRows: (row: number) => Pointer }

/** The tiles of a material, made once a thread (some 200 ms); null where no cloth is drawn. */
export const keepTiles = (runtime: KernelRuntime, material: PlateManifest['material']): Tiles | null =>
  hasCloth(material)
    ? {
        fine: runtime.keep(`fine ${material}`, () => fineTile(material)),
        coarse: runtime.keep(`coarse ${material}`, () => coarseTile(material)),
      }
    : null

/**
 * Paints albedo row by row: the cloth (null where none is drawn) with its structure, relief and fibres, and the ink over it. What
 * comes back is the light that falls on it, relief and hair allowed for.
 */
export function createSurface(
  runtime: KernelRuntime,
  layout: Layout,
  cloth: Cloth | null,
  garment: Garment,
  ink: Ink,
  box: PrintBox,
) {
  const { width } = layout
  const albedo = runtime.allocateZeroed(width * 16)
  const mask = runtime.allocate(width)
  const usual = 1 / layout.pixelsPerMetre
  const steps = { usual, discontinuity: usual * DISCONTINUITY_STEPS }
  const colours = runtime.putFloats([...garment.albedo, 0, ...garment.fibre, 0])
  const noted = { change: runtime.allocateZeroed(width * 4), hair: runtime.allocateZeroed(width * 4) }
  const lit = runtime.allocateZeroed(cloth ? width * PRODUCT_PIXEL_BYTES : 0)
  const paintGlaze = runtime.run.paintGlaze({ garment: colours, albedo })
  const { structure, inkStructure, loops, inkLoops, creases } = garment
  const paintCloth = runtime.run.paintCloth({
    ...steps,
    ...noted,
    garment: colours,
    structure,
    inkStructure,
    loops,
    inkLoops,
    creases,
    fine: cloth?.fine ?? 0,
    coarse: cloth?.coarse ?? 0,
    albedo,
  })
  const addSheen = runtime.run.addSheen({ ...noted, albedo, out: lit })
  const { origin, across, down } = sharesOf(box)
  const print = runtime.run.print({
    ...steps,
    ...noted,
    box: runtime.putFloats([...origin, ...across, ...down]),
    levels: ink.table,
    levelCount: ink.count,
    blocks: ink.blocks.at,
    blocksAcross: ink.blocks.across,
    notes: runtime.allocate(NOTES_BYTES),
    albedo,
    mask,
  })

  const paint = (row: number, { first, end }: Columns, printMask: Uint8Array): Pointer => {
    if (cloth === null) paintGlaze(first, end)
    else paintCloth(layout.here, layout.below, cloth.reliefRows(row), first, end)
    runtime.clear(mask, width)
    print(layout.here, layout.below, layout.light, first, end)
    printMask.set(runtime.bytes().subarray(mask, mask + width), row * width)
    if (cloth === null) return layout.light
    addSheen(layout.light, first, end)
    return lit
  }
  return { albedo, paint }
}
