import { SIDES_SERVED } from '@printroom/products/sides.data'
import {
  type Background,
  type BaseModel,
  type Face,
  FRONT,
  type Gender,
  type ModelStyle,
  type Product,
  type Side,
  facesOf,
} from './catalogue.ts'

/*
 * With what a side of a product can be had follows from its plates: a side beside the front is there in the styles, before
 * the backgrounds, of the base models and on the people that it was photographed with.
 */

/** A picture as far as it is chosen: null for what is not. */
export type Scenery = {
  product: Product
  baseModel?: BaseModel | null | undefined
  style?: ModelStyle | null | undefined
  background?: Background | null | undefined
  gender?: Gender | null | undefined
}

/** How sides beside the front were photographed. */
export type Served = typeof SIDES_SERVED

/** The same of one side of a product. */
export const servedOf = (product: Product, side: Side, all: Served = SIDES_SERVED) =>
  all.filter((each) => each.product === product && each.side === side)

/** Whether there is a photograph of a side with all that is chosen. */
export const hasSide = (
  { product, baseModel, style, background, gender }: Scenery,
  side: Side,
  all?: Served,
): boolean => {
  const among = (list: readonly string[], wanted: string | null | undefined) =>
    !wanted || list.length === 0 || list.includes(wanted)
  return (
    side === FRONT ||
    servedOf(product, side, all).some(
      (served) =>
        among([served.style], style) &&
        among(served.backgrounds, background) &&
        among(served.baseModels, baseModel) &&
        among(served.genders, gender),
    )
  )
}

/** The sides of a product that there are photographs of with all that is chosen, the front first. */
export const sidesFor = (scenery: Scenery): readonly Face[] =>
  facesOf(scenery.product).filter(({ id }) => hasSide(scenery, id))
