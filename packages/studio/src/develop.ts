import type { Backdrop } from './backdrop.ts'
import type { Engine, Pointer } from './engine.ts'
import { GRAIN_ROW, GRAIN_SIDE } from './grain.ts'
import type { Layout } from './layout.ts'
import { hash } from './random.ts'

/** Tables of the camera's curve and its grain, in the engine. */
export type Film = { grain: Pointer; codesOfScene: Pointer; codesOfDisplay: Pointer; displayOfScene: Pointer }

/** Turns a row of albedo and the lights upon it into sRGB codes with the camera's curve and grain. */
export function createDeveloper(engine: Engine, film: Film, layout: Layout, backdrop: Backdrop, albedo: Pointer, seed: number) {
  const { width } = layout
  const wrap = GRAIN_SIDE - 1
  const shiftDown = hash(seed, 12)
  const into = engine.take(width * 3)
  const develop = engine.run.develop({
    wrap,
    shift: hash(seed, 11) & wrap,
    into,
    albedo,
    isPaper: backdrop.isDisplay ? 1 : 0,
    scene: film.codesOfScene,
    display: film.codesOfDisplay,
    shown: film.displayOfScene,
  })

  return (row: number, data: Uint8Array): void => {
    const ground = layout.isOpen ? backdrop.read(row, layout.list) : 0
    develop(layout.light, ground, layout.list, film.grain + ((row + shiftDown) & wrap) * GRAIN_ROW)
    data.set(engine.bytes().subarray(into, into + width * 3), row * width * 3)
  }
}
