import type { Engine, Pointer } from '../kernels/engine.ts'
import { CLOTH_LEVELS, TILE_TEXELS, TEXEL_METRES } from './fabric.ts'
import type { Garment } from './garment.ts'
import type { Ink } from '../design/ink.ts'
import type { Layout } from '../geometry/layout.ts'
import type { PrintBox } from '../geometry/placement.ts'
import { NOTES_BYTES } from '../design/print-kernel.ts'
import type { Columns } from '../geometry/view.ts'

/** A step between neighbours longer than this many times the usual is a UV discontinuity, not a slope. */
const DISCONTINUITY_STEPS = 8

/** Paints albedo row by row: the cloth (a table; null for glaze) with its structure and fibres, and the ink over it. */
export function createSurface(
  engine: Engine,
  layout: Layout,
  cloth: Pointer | null,
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
  const { structure, inkStructure } = garment
  const paintGlaze = engine.run.paintGlaze({ garment: colours, albedo })
  const paintCloth = engine.run.paintCloth({
    ...steps,
    garment: colours,
    structure,
    inkStructure,
    cloth: cloth ?? 0,
    texels: 1 / TEXEL_METRES,
    side: TILE_TEXELS,
    coarsest: CLOTH_LEVELS - 1,
    albedo,
  })
  const print = engine.run.print({
    ...steps,
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

  const paint = ({ first, end }: Columns, printMask: Uint8Array, at: number): void => {
    if (cloth === null) paintGlaze(first, end)
    else paintCloth(layout.here, layout.below, first, end)
    engine.clear(mask, width)
    print(layout.here, layout.below, layout.light, first, end)
    printMask.set(engine.bytes().subarray(mask, mask + width), at)
  }
  return { albedo, paint }
}
