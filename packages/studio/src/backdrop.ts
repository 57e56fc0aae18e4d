import type { Exposure } from './exposure.ts'
import type { Garment } from './garment.ts'
import { groundLight, groundRatio } from './ground.ts'
import type { Layout } from './layout.ts'
import type { Light } from './manifest.ts'
import { isWhiteStudio, paperLight, paperTint } from './paper.ts'
import type { Ground, Plate } from './plate.ts'
import { type RowSource, createResampler } from './resample.ts'

/**
 * What stands behind and under the product: light in planar rows of three channels, its shadow in it,
 * filled where the layout's row is open.
 */
export type Backdrop = {
  /** True where the light is display light already (white paper), which no curve may touch. */
  isDisplay: boolean
  read: (row: number) => Float32Array
}

export function createBackdrop(scene: {
  plate: Plate
  ground: Ground | null
  light: Light
  exposure: Exposure
  garment: Garment
  background: string
  layout: Layout
}): Backdrop {
  const { plate, ground, light, exposure, garment, background, layout } = scene
  const { size, across, down } = layout
  const ratio = createResampler(groundRatio(plate, ground, light, garment.albedo), size, across, down, 'linear')
  const line = new Float32Array(size * 3)
  if (isWhiteStudio(background)) return { isDisplay: true, read: (row) => whiten(ratio(row, layout.open), line, layout) }
  const source: RowSource = ground ? groundLight(ground, light, exposure, paperTint(background)) : paperLight(background)
  const empty = createResampler(source, size, across, down, ground ? 'cubic' : 'linear')
  const read = (row: number): Float32Array => {
    const unshaded = empty(row, layout.open)
    const share = ratio(row, layout.open)
    for (let plane = 0; plane < 3 * size; plane += size)
      for (const { first, end } of layout.open)
        for (let i = plane + first; i < plane + end; i++) line[i] = unshaded[i]! * share[i]!
    return line
  }
  return { isDisplay: false, read }
}

/** A shadow fainter than this is the rendering's noise: white paper must be white around the product. */
const FAINT = 0.012

/** Eases faint shadows out; deep ones lose about `FAINT`. */
function whiten(ratio: Float32Array, out: Float32Array, { size, open }: Layout): Float32Array {
  for (let plane = 0; plane < 3 * size; plane += size)
    for (const { first, end } of open)
      for (let i = plane + first; i < plane + end; i++) {
        const shade = 1 - ratio[i]!
        out[i] = shade <= 0 ? 1 : 1 - (shade * shade) / (shade + FAINT)
      }
  return out
}
