import { inkAlbedo, inkOn } from './albedo.ts'
import { exposeFor } from './exposure.ts'
import { fitPlate } from './fit.ts'
import { finishOf, garmentOf } from './garment.ts'
import { prepareInk } from './ink.ts'
import type { SizeName } from './manifest.ts'
import { placePrint } from './placement.ts'
import type { Design, Ground, Picture, Plate, ProductColour } from './plate.ts'
import { createLayout } from './layout.ts'
import { createBackdrop } from './backdrop.ts'
import { createDeveloper } from './develop.ts'
import type { Shot } from './shot.ts'
import { createSurface } from './surface.ts'

export type Composition = {
  plate: Plate
  /** Null for a plain paper without a picture. White studio needs none. */
  ground: Ground | null
  design: Design
  colour: ProductColour
  sizeName: SizeName
  background: string
  shot: Pick<Shot, 'light' | 'frame' | 'seed'>
  /** Side of the square picture in pixels. */
  size: number
  /** Called with whole percentages from 0 to 100, never falling. */
  onProgress?: (percent: number) => void
}

/** The picture, and how much of each pixel the design's box covers (0 to 255), before the design's own alpha. */
export type Composed = Picture & { printMask: Uint8Array }

/** Share of the work that is done before the first row. */
const PREPARED = 15

/** The design on the product in the shot's light, as a finished 8-bit sRGB picture. */
export function compose(composition: Composition): Composed {
  const { design, colour, shot, size, background, onProgress } = composition
  const plate = fitPlate(composition.plate, shot.frame, size)
  const exposure = exposeFor(plate, shot.light)
  const garment = garmentOf(colour, plate.manifest.material, exposure)
  const layout = createLayout(plate, shot.frame, size)
  const box = placePrint(plate.manifest, composition.sizeName, design)
  const ink = prepareInk(design, inkAlbedo(exposure, inkOn(finishOf(plate.manifest.material))), Math.ceil(box.width * layout.pixelsPerMetre))
  onProgress?.(PREPARED)

  const surface = createSurface(layout, plate.manifest.material, garment, ink, box)
  const backdrop = createBackdrop({ plate, ground: composition.ground, light: shot.light, exposure, garment, background, layout })
  const develop = createDeveloper(plate, shot, exposure, layout)
  const data = new Uint8Array(size * size * 3)
  const printMask = new Uint8Array(size * size)
  let told = PREPARED
  for (let row = 0; row < size; row++) {
    const extent = layout.move(row)
    surface.paint(extent, printMask.subarray(row * size, (row + 1) * size))
    develop(row, surface.albedo, backdrop, data)
    const percent = Math.floor(PREPARED + ((row + 1) / size) * (100 - PREPARED))
    if (percent > told) onProgress?.((told = percent))
  }
  return { width: size, height: size, data, printMask }
}
