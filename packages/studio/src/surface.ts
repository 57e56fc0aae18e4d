import type { Engine, Pointer } from './engine.ts'
import { CLOTH_LEVELS, TEXEL } from './fabric.ts'
import type { Garment } from './garment.ts'
import type { Ink } from './ink.ts'
import type { Layout } from './layout.ts'
import type { PrintBox } from './placement.ts'
import type { Columns } from './resample.ts'

/** A step between neighbours longer than this many times the usual is a jump to another part, not a slope. */
const JUMP = 8

/** Paints albedo row by row: the cloth (a table; null for glaze) with its structure and fibres, and the ink over it. */
export function createSurface(engine: Engine, layout: Layout, cloth: Pointer | null, garment: Garment, ink: Ink, box: PrintBox) {
  const { width } = layout
  const albedo = engine.takeEmpty(width * 16)
  const mask = engine.take(width)
  const usual = 1 / layout.pixelsPerMetre
  const settings = {
    usual,
    jump: usual * JUMP,
    // Corner and size, x and y, twice; in the design y runs down.
    box: engine.putFloats([box.left, box.top, box.left, box.top, 1 / box.width, -1 / box.height, 1 / box.width, -1 / box.height]),
    levels: ink.table,
    levelCount: ink.count,
    garment: engine.putFloats([...garment.albedo, 0, ...garment.fibre, 0]),
    structure: garment.structure,
    inkStructure: garment.inkStructure,
    cloth: cloth ?? 0,
    texel: 1 / TEXEL,
    clothLevels: CLOTH_LEVELS - 1,
    albedo,
    mask,
  }
  const paintRow = (cloth === null ? engine.run.paintGlaze : engine.run.paintCloth)(settings)

  const paint = ({ first, end }: Columns, printMask: Uint8Array, at: number): void => {
    engine.clear(mask, width)
    paintRow(layout.here, layout.below, layout.light, first, end)
    printMask.set(engine.bytes().subarray(mask, mask + width), at)
  }
  return { albedo, paint }
}
