import { type Composition, compose } from '@printroom/studio/compose'
import { viewOf } from '@printroom/studio/geometry/view'
import type { Frame } from '@printroom/studio/plate/manifest'
import type { Picture, Plate } from '@printroom/studio/plate/plate'
import { type Plane, planeOf } from './plane.ts'

/**
 * What a picture is held against: the studio's own composite of the order, the place of the print (the design's box) and
 * of the product in it, 0…1 a pixel, all of one size.
 */
export type Reference = { picture: Picture; print: Plane; product: Plane }

/** How much of each pixel of a square picture the product covers, by the plate's own map. */
export function productMask({ map }: Pick<Plate, 'map'>, frame: Frame, size: number): Plane {
  const { across, down } = viewOf(frame, size)
  const place = (i: number, start: number, length: number, side: number) =>
    Math.min(side - 1, Math.max(0, Math.round((start + ((i + 0.5) / size) * length) * side - 0.5)))
  const columns = Array.from({ length: size }, (_, i) => place(i, across.start, across.length, map.width))
  const rows = Array.from({ length: size }, (_, i) => place(i, down.start, down.length, map.height))
  return planeOf(
    size,
    size,
    (at) => map.coverage[rows[Math.floor(at / size)]! * map.width + columns[at % size]!]! / 255,
  )
}

/** Composes an order's picture at a size, with the places of print and product in it: some tenths of a second at 768. */
export function composeReference(composition: Omit<Composition, 'size' | 'onProgress'>, size: number): Reference {
  const { printMask, ...picture } = compose({ ...composition, size })
  return {
    picture,
    print: planeOf(size, size, (at) => printMask[at]! / 255),
    product: productMask(composition.plate, composition.shot.frame, size),
  }
}
