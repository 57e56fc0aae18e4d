import {
  FRONT,
  backgroundsFor,
  stylesFor,
  type Background,
  type ModelStyle,
  type Product,
  type Side,
} from '@printroom/contract/catalogue'

/** Our own photographs of each product without a print. `bench/make-blanks.ts` makes them again. */
const PICTURES = import.meta.glob<string>('~products/*/blanks/*.webp', { eager: true, import: 'default' })
const BY_NAME = new Map(
  Object.entries(PICTURES).map(([path, address]) => [
    path.replace(/^.*\/([^/]+)\/blanks\/(.+)\.webp$/, '$1 $2'),
    address,
  ]),
)

/** A side of the product as it looks in a style and before a background; in the first of each that there is, where one is open. */
export function blankPicture(
  product: Product,
  style?: ModelStyle | null,
  background?: Background | null,
  side: Side = FRONT,
): string | undefined {
  for (const each of style ? [style] : stylesFor(product))
    for (const behind of background ? [background] : backgroundsFor(product, each)) {
      const found = BY_NAME.get(`${product} ${each}-${behind}${side === FRONT ? '' : `-${side}`}`)
      if (found) return found
    }
  return undefined
}
