import { GENDERS, PRODUCTS, backgroundsFor, baseModelsFor, stylesFor } from '@printroom/contract/catalogue'
import type { SmallStudio } from '@printroom/studio/plate/small-studio'
import { findScene, type Found } from '~/features/preview/find-scene.ts'
import type { PreviewRequest } from '~/features/preview/messages.ts'

type Place = Pick<PreviewRequest, 'product' | 'baseModel' | 'style' | 'background' | 'gender'>

/**
 * The scenes that are one choice away from the one at hand, likeliest first: its other backgrounds, the product's
 * other styles and models, then the other products. Before a style is chosen it is the product that is being chosen.
 */
export function neighbours(
  studio: SmallStudio,
  { product, baseModel, style, background, gender }: Found,
  wanted: Pick<PreviewRequest, 'style'>,
): Found[] {
  const products = PRODUCTS.map((other) => ({
    product: other,
    baseModel: null,
    style: null,
    background: null,
    gender: null,
  }))
  const places: Place[] = [
    ...(wanted.style ? [] : products),
    ...backgroundsFor(product, style).map((other) => ({ product, baseModel, style, background: other, gender })),
    ...stylesFor(product).map((other) => ({ product, baseModel, style: other, background: null, gender: null })),
    ...GENDERS.map((other) => ({ product, baseModel, style, background, gender: other })),
    ...baseModelsFor(product).map((other) => ({ product, baseModel: other, style, background, gender })),
    ...products,
  ]
  return places.flatMap((place) => findScene(studio, place) ?? [])
}
