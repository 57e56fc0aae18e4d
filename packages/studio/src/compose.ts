import { inkAlbedo, inkOn } from './material/albedo.ts'
import { createBackdropRows } from './backdrop/backdrop.ts'
import { createToneMapper } from './tone/tone-map.ts'
import { type KernelRuntime, startRuntime } from './kernels/runtime.ts'
import { exposeFor } from './light/exposure.ts'
import { fitPlate } from './plate/fit.ts'
import { finishOf, garmentOf } from './material/garment.ts'
import { grainTile, noGrain, withGrain } from './tone/grain.ts'
import { prepareInk } from './design/ink.ts'
import { createLayout } from './geometry/layout.ts'
import { readCoverage } from './geometry/coverage-row.ts'
import { viewOf } from './geometry/view.ts'
import { decodeTable, productLight } from './light/product-light.ts'
import type { SizeName } from './plate/manifest.ts'
import { type Placement, placePrint } from './geometry/placement.ts'
import type { Backdrop, Design, Picture, Plate, ProductColour } from './plate/plate.ts'
import type { Shot } from './plate/shot.ts'
import { createReliefRows } from './relief/relief-rows.ts'
import { createSurface, keepTiles } from './material/surface.ts'
import { displayOfScene, srgb8OfDisplay, srgb8OfScene } from './tone/tone-curve.ts'

export type Composition = {
  plate: Plate
  /** Null for a plain backdrop without a picture. White studio needs none. */
  backdrop: Backdrop | null
  design: Design
  colour: ProductColour
  sizeName: SizeName
  /** Where its seller has put the design; otherwise its size says it. */
  placement?: Placement | null
  background: string
  shot: Pick<Shot, 'light' | 'frame' | 'seed'>
  /** Side of the square picture in pixels. */
  size: number
  /** The product alone: its colour up to its edge and as it is there, its coverage in `alpha`, and nothing around it. */
  isCutOut?: boolean
  /** A picture of this size that is no longer wanted: the new one is written over it. */
  into?: Composed
  /** Called with whole percentages from 0 to 100, never falling. */
  onProgress?: (percent: number) => void
}

/**
 * The picture, and how much of each pixel the design's box covers (0 to 255), before the design's own alpha; of a cut-out
 * also how much the product covers.
 */
export type Composed = Picture & { printMask: Uint8Array; alpha?: Uint8Array }

/** Share of the work that is done before the first row. */
const PREPARED = 15

/** The design on the product in the shot's light, as a finished 8-bit sRGB picture. */
export function compose(composition: Composition): Composed {
  const { design, colour, shot, size, background, isCutOut = false, onProgress } = composition
  const plate = fitPlate(composition.plate, shot.frame, size)
  const { manifest } = plate
  const runtime = startRuntime()
  const tables = tablesOf(runtime, manifest.material)
  const exposure = exposeFor(plate, shot.light)
  const garment = garmentOf(colour, manifest.material, exposure)
  const view = viewOf(shot.frame, size)
  const layout = createLayout(
    runtime,
    plate,
    view,
    productLight(runtime, tables.decodeTable, plate, shot.light, exposure, composition.backdrop?.passing),
  )
  const box = placePrint(manifest, composition.sizeName, design, composition.placement)
  const ink = prepareInk(
    runtime,
    design,
    inkAlbedo(exposure, inkOn(finishOf(manifest.material))),
    Math.ceil(box.width * layout.pixelsPerMetre),
  )
  onProgress?.(PREPARED)

  const cloth = tables.cloth && {
    ...tables.cloth,
    reliefRows: createReliefRows(runtime, plate, shot.light, layout, garment.hair),
  }
  const surface = createSurface(runtime, layout, cloth, garment, ink, box)
  const { backdrop } = composition
  const backdropRows = createBackdropRows(runtime, {
    plate,
    backdrop,
    light: shot.light,
    exposure,
    garment,
    background,
    decodeTable: tables.decodeTable,
    view,
  })
  const toneMap = createToneMapper(runtime, tables.tone, layout, backdropRows, surface.albedo, {
    seed: shot.seed,
    isCutOut,
  })
  const { data, printMask } = composition.into ?? emptyPicture(size)
  printMask.fill(0)
  const alpha = isCutOut ? new Uint8Array(size * size) : undefined
  let told = PREPARED
  for (let row = 0; row < size; row++) {
    const columns = layout.move(row)
    const light = columns ? surface.paint(row, columns, printMask) : layout.light
    toneMap(row, light, data)
    if (alpha) readCoverage(runtime, layout, light, alpha.subarray(row * size, (row + 1) * size))
    const percent = Math.floor(PREPARED + ((row + 1) / size) * (100 - PREPARED))
    if (percent > told) onProgress?.((told = percent))
  }
  return { width: size, height: size, data, printMask, ...(alpha && { alpha }) }
}

/** Room for a picture. */
export const emptyPicture = (size: number): Composed => ({
  width: size,
  height: size,
  data: new Uint8Array(size * size * 3),
  printMask: new Uint8Array(size * size),
})

/** What every picture needs, made once a thread. */
function tablesOf(runtime: KernelRuntime, material: Plate['manifest']['material']) {
  return {
    decodeTable: runtime.keep('decode table', decodeTable),
    tone: {
      // A photograph has noise of its own, which light carries onto what is printed.
      grain: material === 'photographed' ? runtime.keep('no grain', noGrain) : runtime.keep('grain', grainTile),
      srgb8OfScene: runtime.keep('sRGB of scene', () => withGrain(srgb8OfScene())),
      srgb8OfDisplay: runtime.keep('sRGB of display', () => withGrain(srgb8OfDisplay())),
      displayOfScene: runtime.keep('display of scene', () => Float32Array.from(displayOfScene())),
    },
    cloth: keepTiles(runtime, material),
  }
}
