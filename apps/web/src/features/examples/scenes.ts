import studio from 'virtual:small-studio'
import {
  FRONT,
  GENDERS,
  PRODUCTS,
  backgroundsFor,
  baseModelsFor,
  needsGender,
  stylesFor,
  type Product,
} from '@printroom/contract/catalogue'
import { findScene } from '~/features/preview/find-scene.ts'
import type { Scene } from '~/features/preview/messages.ts'

/** What there are photographs of, for each product that has any. A new plate joins by itself. */
export const SCENES: ReadonlyMap<Product, readonly Scene[]> = new Map(
  PRODUCTS.map((product) => [product, scenesOf(product)] as const).filter(([, scenes]) => scenes.length > 0),
)

function scenesOf(product: Product): Scene[] {
  const baseModel = baseModelsFor(product)[0] ?? null
  return stylesFor(product).flatMap((style) =>
    backgroundsFor(product, style)
      .filter((background) =>
        findScene(studio, {
          product,
          style,
          background,
          baseModel,
          side: FRONT,
          gender: needsGender(product, style) ? GENDERS[0] : null,
        }),
      )
      .map((background) => ({ style, background })),
  )
}
