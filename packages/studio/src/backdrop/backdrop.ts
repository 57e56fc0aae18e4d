import type { KernelRuntime, Pointer } from '../kernels/runtime.ts'
import type { Exposure } from '../light/exposure.ts'
import type { Garment } from '../material/garment.ts'
import { backdropLight, shadowRatio } from './backdrop-light.ts'
import type { Light } from '../plate/manifest.ts'
import { isInMidAir, wallShade } from './wall-shade.ts'
import { isWhiteStudio, plainLight, plainTint } from './plain-backdrop.ts'
import type { Backdrop, Plate } from '../plate/plate.ts'
import { createResampler } from '../geometry/resample.ts'
import type { RowSource, View } from '../geometry/view.ts'
import { shoulder, unshoulder } from '../tone/tone-curve.ts'

/** What stands behind and under the product: light, its shadow in it, filled where the layout's row is open. */
export type BackdropRows = {
  /** True where the light is display light already (a white backdrop), which no curve may touch. */
  isDisplay: boolean
  read: (row: number, list: Pointer) => Pointer
}

/** A shadow fainter than this is the rendering's noise: a white backdrop must be white around the product. */
const FAINT = 0.012

/** Scene light from which a lit backdrop behind a person is white. */
const BURNT_OUT = unshoulder(0.995)

/**
 * Prepares the rows of what stands behind the product, in linear light, with the product's shadow and bounce upon it;
 * a `null` backdrop is a plain one.
 */
export function createBackdropRows(
  runtime: KernelRuntime,
  scene: {
    plate: Plate
    backdrop: Backdrop | null
    light: Light
    exposure: Exposure
    garment: Garment
    background: string
    decodeTable: Pointer
    view: View
  },
): BackdropRows {
  const { plate, backdrop, light, exposure, garment, background, decodeTable, view } = scene
  const { width } = view
  if (isWhiteStudio(background) && backdrop?.manifest.isPeopled) {
    const person = displayed(runtime, backdropLight(runtime, decodeTable, backdrop, light, exposure, null))
    return { isDisplay: true, read: createResampler(runtime, person, view, 'linear') }
  }
  // White paper stays white.
  const isWall = (backdrop ? backdrop.manifest.wall : plainTint(background)) != null
  const shadow =
    isWall && isInMidAir(plate)
      ? wallShade(runtime, plate, light)
      : shadowRatio(runtime, decodeTable, plate, backdrop, light, garment.albedo)
  if (isWhiteStudio(background)) {
    const read = createResampler(runtime, whitened(runtime, shadow), view, 'linear')
    return { isDisplay: true, read }
  }
  const ratio = createResampler(runtime, shadow, view, 'linear')
  const source = backdrop
    ? backdropLight(runtime, decodeTable, backdrop, light, exposure, plainTint(background))
    : plainLight(runtime, background)
  const empty = createResampler(runtime, source, view, backdrop ? 'cubic' : 'linear')
  const shaded = runtime.allocate(width * 16)
  const shade = runtime.run.shade({ out: shaded })
  const read: BackdropRows['read'] = (row, list) => {
    shade(empty(row, list), ratio(row, list), list)
    return shaded
  }
  return { isDisplay: false, read }
}

/** Eases faint shadows out; deep ones lose about `FAINT`. */
function whitened(runtime: KernelRuntime, source: RowSource): RowSource {
  const whiten = runtime.run.whiten({ count: source.width, faint: FAINT })
  const read: RowSource['read'] = (y, into) => {
    source.read(y, into)
    whiten(into)
  }
  return { ...source, read }
}

/** Scene light through the tone curve, the brightest of it wholly white. */
function displayed(runtime: KernelRuntime, source: RowSource): RowSource {
  const read: RowSource['read'] = (y, into) => {
    source.read(y, into)
    const row = runtime.floats(into, source.width * 4)
    for (let i = 0; i < row.length; i++) row[i] = row[i]! < BURNT_OUT ? shoulder(row[i]!) : 1
  }
  return { ...source, read }
}
