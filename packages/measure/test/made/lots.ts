import { sheetOf } from '../../src/print/sheet.ts'
import type { Scene } from './photograph.ts'
import { randomOf } from './random.ts'

/** Print areas of the made photographs, in turn. */
const AREAS = [
  [13, 16],
  [12, 12],
  [13, 9.5],
  [3.8, 3.3],
  [13, 15],
] as const

const FOCALS = [24, 28, 35, 50, 85]

/** As light as a mug's own shade: an edge on it is found and not trusted, so that a scene is white only. */
export const LIGHT_GROUND: [number, number, number] = [0.55, 0.555, 0.56]

/**
 * A made photograph of a lot: everything about it follows from lot and number. Lots are kept apart, so that what is tuned on one
 * can be judged on another.
 */
export function sceneOf(lot: string, index: number, width = 1500): Scene {
  const random = randomOf([...lot].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) + 101 * index)
  const between = (low: number, high: number) => low + (high - low) * random()
  const [w, h] = AREAS[index % AREAS.length]!
  const sheet = sheetOf(w, h)
  const isMug = w < 6
  const size = Math.max(w, h)
  const folds = isMug
    ? []
    : Array.from({ length: 2 + Math.floor(between(0, 5)) }, () => ({
        height: between(-0.03, 0.035) * size,
        width: between(0.05, 0.16) * size,
        angle: between(0, 180),
        offset: between(-0.4, 0.4) * size,
      }))
  const side = random() < 0.5 ? -1 : 1
  const warmth = between(0, 0.12)
  const strength = between(0.55, 0.8)
  return {
    seed: 1 + Math.floor(random() * 1e6),
    sheet,
    cloth: {
      folds,
      pleat:
        !isMug && random() < 0.15
          ? { push: between(0.9, 1.5), width: between(0.15, 0.4), offset: between(-3, 3) }
          : null,
      radius: isMug ? 1.65 : random() < 0.6 ? between(7, 16) : 0,
      margin: isMug ? 0.3 : 2,
    },
    width,
    height: Math.round((width * 4) / 3),
    focal: FOCALS[Math.floor(random() * FOCALS.length)]!,
    distortion: between(-0.05, 0.04),
    pitch: between(-14, 14),
    yaw: between(-14, 14),
    roll: between(-8, 8),
    fill: between(0.72, 0.9),
    window: {
      from: [side * between(0.5, 1.2), between(-0.8, 0.1), between(0.7, 1.2)],
      light: [strength * (1 + warmth), strength, strength * (1 - warmth)],
    },
    room: [0.16, 0.17, 0.19],
    ground: [0.18, 0.22, 0.26],
    inkGain: between(0.002, 0.009),
    lens: {
      blur: between(0.6, 1.3),
      motion: random() < 0.3 ? between(0.5, 2) : 0,
      noise: between(0.004, 0.016),
      contrast: between(0, 0.5),
      sharpening: between(0, 0.5),
      exposure: between(0.8, 1.12),
      quality: Math.round(between(85, 95)),
      texture: between(0.005, 0.025),
    },
  }
}
