import type { Sheet } from '../../src/print/sheet.ts'

export type Vector = [x: number, y: number, z: number]

/** A ridge across the cloth: height and half width in inches, where it runs (degrees, offset from the middle in inches). */
export type Fold = { height: number; width: number; angle: number; offset: number }
/** Cloth that is pushed over itself: more than 1 lays it over. */
export type Pleat = { push: number; width: number; offset: number }

/** A piece of cloth around a sheet, bent round a cylinder (radius in inches, 0 for none). */
export type Cloth = { folds: Fold[]; pleat: Pleat | null; radius: number; margin: number }

/** Where a place of the sheet, in inches from its middle, lies in space: right, down, and towards the camera. */
export function placeOf({ folds, pleat, radius }: Cloth, x: number, y: number): Vector {
  let [px, z] = [x, 0]
  for (const { height, width, angle, offset } of folds) {
    const turn = (angle * Math.PI) / 180
    const across = (x * Math.cos(turn) + y * Math.sin(turn) - offset) / width
    z += height * Math.exp(-across * across)
  }
  if (pleat) {
    const across = (x - pleat.offset) / pleat.width
    px -= pleat.push * pleat.width * Math.tanh(across)
    z += 0.4 * pleat.width * (1 + Math.tanh(across))
  }
  if (radius === 0) return [px, y, z]
  return [(radius + z) * Math.sin(px / radius), y, (radius + z) * Math.cos(px / radius) - radius]
}

/** The side of the cloth that is drawn, in inches: the sheet and a margin. */
export const extentOf = ({ margin }: Cloth, { width, height }: Sheet): [number, number] => [
  width + 2 * margin,
  height + 2 * margin,
]
