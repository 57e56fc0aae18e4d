import { type Exposure } from './exposure.ts'
import type { Garment } from './garment.ts'
import { GRAIN_AT_CODE, grainTile } from './grain.ts'
import { groundLight, groundRatio, isWhiteStudio } from './ground.ts'
import type { Extent, Layout } from './layout.ts'
import { isNeutral, productLight } from './light.ts'
import type { Light } from './manifest.ts'
import type { Ground, Plate } from './plate.ts'
import { createResampler } from './resample.ts'
import type { Shot } from './shot.ts'
import { hash } from './random.ts'
import { CODE_OF_DISPLAY, CODE_OF_SCENE, STEPS, shoulder } from './tone.ts'

/** What stands behind and under the product: light in planar rows of three channels. */
export type Backdrop = { isWhite: boolean; ratio: (row: number) => Float32Array; empty: ((row: number) => Float32Array) | null }

export function createBackdrop(scene: {
  plate: Plate
  ground: Ground
  light: Light
  exposure: Exposure
  garment: Garment
  background: string
  layout: Layout
}): Backdrop {
  const { plate, ground, light, exposure, garment, background, layout } = scene
  const { size, across, down } = layout
  const isWhite = isWhiteStudio(background)
  return {
    isWhite,
    ratio: createResampler(groundRatio(plate, ground, light, garment.albedo), size, across, down, 'linear'),
    // White paper is white wherever no shadow falls: its own light does not matter.
    empty: isWhite ? null : createResampler(groundLight(ground, light, exposure, background), size, across, down, 'cubic'),
  }
}

/** Turns a row of albedo and the lights upon it into sRGB codes with the camera's curve and grain. */
export function createDeveloper(plate: Plate, shot: Pick<Shot, 'light' | 'seed'>, exposure: Exposure, layout: Layout) {
  const { size, across, down, coverage } = layout
  const readProduct = createResampler(productLight(plate, shot.light, exposure), size, across, down, 'cubic')
  const lights = isNeutral(shot.light, exposure) ? 1 : 3
  const grain = grainTile()
  const [shiftX, shiftY] = [hash(shot.seed, 11) & (grain.side - 1), hash(shot.seed, 12) & (grain.side - 1)]
  const top = CODE_OF_SCENE.length - 1

  return (row: number, { first, end }: Extent, albedo: Float32Array, backdrop: Backdrop, data: Uint8Array): void => {
    const product = end > first ? readProduct(row) : null
    const isFull = first === 0 && end === size && coverage.every((share) => share === 1)
    const ratio = isFull ? null : backdrop.ratio(row)
    const empty = isFull || !backdrop.empty ? null : backdrop.empty(row)
    const grainRow = ((row + shiftY) & (grain.side - 1)) * grain.side
    for (let c = 0; c < 3; c++) {
      const plane = c * size
      const diffuse = (lights === 1 ? 0 : c) * size
      const gloss = diffuse + lights * size
      const grainShift = shiftX + c * 171
      for (let i = 0, to = row * size * 3 + c; i < size; i++, to += 3) {
        const share = coverage[i]!
        let code: number
        if (share === 1) {
          const light = product![diffuse + i]! * albedo[plane + i]! + product![gloss + i]!
          code = CODE_OF_SCENE[light <= 0 ? 0 : Math.min(top, (light * STEPS) | 0)]!
        } else {
          const ground = empty ? empty[plane + i]! * ratio![plane + i]! : ratio![plane + i]!
          if (share === 0) {
            code = empty
              ? CODE_OF_SCENE[ground <= 0 ? 0 : Math.min(top, (ground * STEPS) | 0)]!
              : CODE_OF_DISPLAY[ground <= 0 ? 0 : ground >= 0.9995 ? STEPS : (ground * STEPS) | 0]!
          } else {
            // Each side through the curve by itself: a bright ground must not eat the edge of a dark shirt.
            const light = Math.max(0, product![diffuse + i]! * albedo[plane + i]! + product![gloss + i]!)
            const seen = share * shoulder(light / share) + (1 - share) * (empty ? shoulder(ground) : Math.min(1, ground))
            code = CODE_OF_DISPLAY[Math.min(STEPS, Math.max(0, (seen * STEPS) | 0))]!
          }
        }
        const noise = grain.data[grainRow + ((i + grainShift) & (grain.side - 1))]!
        data[to] = Math.min(255, Math.max(0, code + noise * GRAIN_AT_CODE[(code + 0.5) | 0]! + 0.5))
      }
    }
  }
}
