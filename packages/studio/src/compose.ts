import type { SizeName } from './manifest.ts'
import type { Design, Ground, Picture, Plate, ProductColour } from './plate.ts'
import type { Shot } from './shot.ts'

export type Composition = {
  plate: Plate
  ground: Ground
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

/** The design on the product in the shot's light, as a finished 8-bit sRGB picture. */
export function compose(composition: Composition): Composed {
  throw new Error(`not written yet: ${composition.size}`)
}
