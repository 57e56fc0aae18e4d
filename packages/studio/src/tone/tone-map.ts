import type { BackdropRows } from '../backdrop/backdrop.ts'
import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import { GRAIN_ROW_BYTES, GRAIN_SIDE_PIXELS } from './grain.ts'
import type { Layout } from '../geometry/layout.ts'
import { hash } from '../random.ts'

/** Tables of the camera's curve and its grain, in the runtime. */
export type ToneTables = { grain: Pointer; srgb8OfScene: Pointer; srgb8OfDisplay: Pointer; displayOfScene: Pointer }

/** Turns a row of albedo and the light upon it into 8-bit sRGB values with the camera's curve and grain. */
export function createToneMapper(
  runtime: KernelRuntime,
  tone: ToneTables,
  layout: Layout,
  backdropRows: BackdropRows,
  albedo: Pointer,
  { seed, isCutOut }: { seed: number; isCutOut: boolean },
) {
  const { width } = layout
  const wrap = GRAIN_SIDE_PIXELS - 1
  const shiftDown = hash(seed, 12)
  const into = runtime.allocate(width * 3)
  const toneMap = runtime.run.toneMap({
    wrap,
    shift: hash(seed, 11) & wrap,
    into,
    albedo,
    isDisplay: backdropRows.isDisplay ? 1 : 0,
    isCutOut: isCutOut ? 1 : 0,
    scene: tone.srgb8OfScene,
    display: tone.srgb8OfDisplay,
    shown: tone.displayOfScene,
  })

  return (row: number, light: Pointer, data: Uint8Array): void => {
    const backdrop = layout.isOpen ? backdropRows.read(row, layout.list) : 0
    toneMap(light, backdrop, layout.list, tone.grain + ((row + shiftDown) & wrap) * GRAIN_ROW_BYTES)
    data.set(runtime.bytes().subarray(into, into + width * 3), row * width * 3)
  }
}
