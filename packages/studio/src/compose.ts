import { inkAlbedo, inkOn } from './albedo.ts'
import { createBackdrop } from './backdrop.ts'
import { createDeveloper } from './develop.ts'
import { type Engine, startEngine } from './engine.ts'
import { exposeFor } from './exposure.ts'
import { packedCloth } from './fabric.ts'
import { fitPlate } from './fit.ts'
import { finishOf, garmentOf } from './garment.ts'
import { grainTile, withGrain } from './grain.ts'
import { prepareInk } from './ink.ts'
import { createLayout, viewOf } from './layout.ts'
import { productLight, squares } from './light.ts'
import type { SizeName } from './manifest.ts'
import { placePrint } from './placement.ts'
import type { Design, Ground, Picture, Plate, ProductColour } from './plate.ts'
import type { Shot } from './shot.ts'
import { createSurface } from './surface.ts'
import { codesOfDisplay, codesOfScene, displayOfScene } from './tone.ts'

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
  /** A picture of this size that is no longer wanted: the new one is written over it. */
  into?: Composed
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
  const { manifest } = plate
  const engine = startEngine()
  const tables = tablesOf(engine, manifest.material)
  const exposure = exposeFor(plate, shot.light)
  const garment = garmentOf(colour, manifest.material, exposure)
  const view = viewOf(shot.frame, size)
  const layout = createLayout(engine, plate, view, productLight(engine, tables.squares, plate, shot.light, exposure))
  const box = placePrint(manifest, composition.sizeName, design)
  const ink = prepareInk(engine, design, inkAlbedo(exposure, inkOn(finishOf(manifest.material))), Math.ceil(box.width * layout.pixelsPerMetre))
  onProgress?.(PREPARED)

  const surface = createSurface(engine, layout, tables.cloth, garment, ink, box)
  const { ground } = composition
  const backdrop = createBackdrop(engine, { plate, ground, light: shot.light, exposure, garment, background, squares: tables.squares, view })
  const develop = createDeveloper(engine, tables.film, layout, backdrop, surface.albedo, shot.seed)
  const { data, printMask } = composition.into ?? emptyPicture(size)
  printMask.fill(0)
  let told = PREPARED
  for (let row = 0; row < size; row++) {
    const columns = layout.move(row)
    if (columns) surface.paint(columns, printMask, row * size)
    develop(row, data)
    const percent = Math.floor(PREPARED + ((row + 1) / size) * (100 - PREPARED))
    if (percent > told) onProgress?.((told = percent))
  }
  return { width: size, height: size, data, printMask }
}

/** Room for a picture. */
export const emptyPicture = (size: number): Composed => ({
  width: size,
  height: size,
  data: new Uint8Array(size * size * 3),
  printMask: new Uint8Array(size * size),
})

/** What every picture needs, made once a thread. */
function tablesOf(engine: Engine, material: Plate['manifest']['material']) {
  return {
    squares: engine.keep('squares', squares),
    film: {
      grain: engine.keep('grain', grainTile),
      codesOfScene: engine.keep('codes of scene', () => withGrain(codesOfScene())),
      codesOfDisplay: engine.keep('codes of display', () => withGrain(codesOfDisplay())),
      displayOfScene: engine.keep('display of scene', () => Float32Array.from(displayOfScene())),
    },
    cloth: material === 'glaze' ? null : engine.keep(material, () => packedCloth(material)),
  }
}
