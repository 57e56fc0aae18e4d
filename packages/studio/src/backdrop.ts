import type { Engine, Pointer } from './engine.ts'
import type { Exposure } from './exposure.ts'
import type { Garment } from './garment.ts'
import { groundLight, groundRatio } from './ground.ts'
import type { View } from './layout.ts'
import type { Light } from './manifest.ts'
import { isWhiteStudio, paperLight, paperTint } from './paper.ts'
import type { Ground, Plate } from './plate.ts'
import { type RowSource, createResampler } from './resample.ts'
import { shoulder, unshoulder } from './tone.ts'

/** What stands behind and under the product: light, its shadow in it, filled where the layout's row is open. */
export type Backdrop = {
  /** True where the light is display light already (white paper), which no curve may touch. */
  isDisplay: boolean
  read: (row: number, list: Pointer) => Pointer
}

/** A shadow fainter than this is the rendering's noise: white paper must be white around the product. */
const FAINT = 0.012

/** Scene light from which lit paper behind a person is white. */
const BURNT_OUT = unshoulder(0.995)

export function createBackdrop(
  engine: Engine,
  scene: {
    plate: Plate
    ground: Ground | null
    light: Light
    exposure: Exposure
    garment: Garment
    background: string
    squares: Pointer
    view: View
  },
): Backdrop {
  const { plate, ground, light, exposure, garment, background, squares, view } = scene
  const { width } = view
  if (isWhiteStudio(background) && ground?.manifest.isPeopled) {
    const person = displayed(engine, groundLight(engine, squares, ground, light, exposure, null))
    return { isDisplay: true, read: createResampler(engine, person, view, 'linear') }
  }
  const shadow = groundRatio(engine, squares, plate, ground, light, garment.albedo)
  if (isWhiteStudio(background)) {
    const read = createResampler(engine, whitened(engine, shadow), view, 'linear')
    return { isDisplay: true, read }
  }
  const ratio = createResampler(engine, shadow, view, 'linear')
  const source = ground
    ? groundLight(engine, squares, ground, light, exposure, paperTint(background))
    : paperLight(engine, background)
  const empty = createResampler(engine, source, view, ground ? 'cubic' : 'linear')
  const shaded = engine.take(width * 16)
  const shade = engine.run.shade({ out: shaded })
  const read: Backdrop['read'] = (row, list) => {
    shade(empty(row, list), ratio(row, list), list)
    return shaded
  }
  return { isDisplay: false, read }
}

/** Eases faint shadows out; deep ones lose about `FAINT`. */
function whitened(engine: Engine, source: RowSource): RowSource {
  const whiten = engine.run.whiten({ count: source.width, faint: FAINT })
  const read: RowSource['read'] = (y, into) => {
    source.read(y, into)
    whiten(into)
  }
  return { ...source, read }
}

/** Scene light through the film's curve, the brightest of it wholly white. */
function displayed(engine: Engine, source: RowSource): RowSource {
  const read: RowSource['read'] = (y, into) => {
    source.read(y, into)
    const row = engine.floats(into, source.width * 4)
    for (let i = 0; i < row.length; i++) row[i] = row[i]! < BURNT_OUT ? shoulder(row[i]!) : 1
  }
  return { ...source, read }
}
