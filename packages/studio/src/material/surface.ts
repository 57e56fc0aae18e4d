import { coarseTile, fineTile } from '../fabric/cloth-tiles.ts'
import type { Engine, Pointer } from '../kernels/engine.ts'
import type { Garment } from './garment.ts'
import type { Ink } from '../design/ink.ts'
import type { Layout } from '../geometry/layout.ts'
import type { PrintBox } from '../geometry/placement.ts'
import { NOTES_BYTES } from '../design/print-kernel.ts'
import type { Columns } from '../geometry/view.ts'
import type { PlateManifest } from '../plate/manifest.ts'
import { PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'

/** A step between neighbours longer than this many times the usual is a UV discontinuity, not a slope. */
const DISCONTINUITY_STEPS = 8

/** A cloth's tiles, in the engine. */
export type Tiles = { fine: Pointer; coarse: Pointer }
/** And rows of how its relief is lit. */
export type Cloth = Tiles & { reliefRows: (row: number) => Pointer }

/** The tiles of a material, made once a thread (some 200 ms); null for glaze, which has none. */
export const keepTiles = (engine: Engine, material: PlateManifest['material']): Tiles | null =>
  material === 'glaze'
    ? null
    : {
        fine: engine.keep(`fine ${material}`, () => fineTile(material)),
        coarse: engine.keep(`coarse ${material}`, () => coarseTile(material)),
      }

/**
 * Paints albedo row by row: the cloth (null for glaze) with its structure, relief and fibres, and the ink over it. What
 * comes back is the light that falls on it, relief and hair allowed for.
 */
export function createSurface(
  engine: Engine,
  layout: Layout,
  cloth: Cloth | null,
  garment: Garment,
  ink: Ink,
  box: PrintBox,
) {
  const { width } = layout
  const albedo = engine.allocateZeroed(width * 16)
  const mask = engine.allocate(width)
  const usual = 1 / layout.pixelsPerMetre
  const steps = { usual, discontinuity: usual * DISCONTINUITY_STEPS }
  const colours = engine.putFloats([...garment.albedo, 0, ...garment.fibre, 0])
  const noted = { change: engine.allocateZeroed(width * 4), hair: engine.allocateZeroed(width * 4) }
  const lit = engine.allocateZeroed(cloth ? width * PRODUCT_PIXEL_BYTES : 0)
  const paintGlaze = engine.run.paintGlaze({ garment: colours, albedo })
  const { structure, inkStructure, loops, inkLoops, creases } = garment
  const paintCloth = engine.run.paintCloth({
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
  const addSheen = engine.run.addSheen({ ...noted, albedo, out: lit })
  const print = engine.run.print({
    ...steps,
    ...noted,
    // In the design y runs down.
    box: engine.putFloats([box.left, box.top, 1 / box.width, -1 / box.height]),
    levels: ink.table,
    levelCount: ink.count,
    blocks: ink.blocks.at,
    blocksAcross: ink.blocks.across,
    notes: engine.allocate(NOTES_BYTES),
    albedo,
    mask,
  })

  const paint = (row: number, { first, end }: Columns, printMask: Uint8Array): Pointer => {
    if (cloth === null) paintGlaze(first, end)
    else paintCloth(layout.here, layout.below, cloth.reliefRows(row), first, end)
    engine.clear(mask, width)
    print(layout.here, layout.below, layout.light, first, end)
    printMask.set(engine.bytes().subarray(mask, mask + width), row * width)
    if (cloth === null) return layout.light
    addSheen(layout.light, first, end)
    return lit
  }
  return { albedo, paint }
}
