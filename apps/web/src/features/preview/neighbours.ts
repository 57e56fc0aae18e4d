import {
  FRONT,
  GENDERS,
  PRODUCTS,
  backgroundsFor,
  baseModelsFor,
  facesOf,
  stylesFor,
} from '@printroom/contract/catalogue'
import type { SmallStudio } from '@printroom/studio/plate/small-studio'
import { findScene, type Found } from '~/features/preview/find-scene.ts'
import type { PreviewRequest } from '~/features/preview/messages.ts'

type Place = Pick<PreviewRequest, 'product' | 'baseModel' | 'style' | 'background' | 'gender' | 'side'>

/**
 * The scenes that are one choice away from the one at hand, likeliest first: its other backgrounds, the product's
 * other styles and models, then the other products. Before a style is chosen it is the product that is being chosen.
 */
export function neighbours(
  studio: SmallStudio,
  { product, baseModel, style, background, gender, side }: Found,
  wanted: Pick<PreviewRequest, 'style'>,
): Found[] {
  const products = PRODUCTS.map((other) => ({
    product: other,
    baseModel: null,
    style: null,
    background: null,
    gender: null,
    side: FRONT,
  }))
  const places: Place[] = [
    ...(wanted.style ? [] : products),
    ...backgroundsFor(product, style).map((other) => ({ product, baseModel, style, background: other, gender, side })),
    ...stylesFor(product).map((other) => ({ product, baseModel, style: other, background: null, gender: null, side })),
    ...GENDERS.map((other) => ({ product, baseModel, style, background, gender: other, side })),
    ...baseModelsFor(product).map((other) => ({ product, baseModel: other, style, background, gender, side })),
    ...facesOf(product).map(({ id }) => ({ product, baseModel, style, background, gender, side: id })),
    ...products,
  ]
  return places.flatMap((place) => findScene(studio, place) ?? [])
}
