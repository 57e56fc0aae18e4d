import { readProducts } from '@printroom/products/read-products'
import { type Sheet, sheetOf } from '../print/sheet.ts'

/** What is measured: a side of a product, with its sheet, and how designs stand and are sized on it (inches). */
export type Target = {
  product: string
  /** Undefined for the front. */
  side: string | undefined
  anchor: 'top' | 'middle'
  sizesIn: { small: number; medium: number; large: number }
  sheet: Sheet
}

/**
 * A side of a product by their names, the front where none is named.
 * @throws RangeError that lists what there is
 */
export function targetOf(product: string, side?: string): Target {
  const products = readProducts()
  const found = products.find(({ id }) => id === product)
  if (!found) throw new RangeError(`no product ${product}; there are ${products.map(({ id }) => id).join(', ')}`)
  const isFront = side === undefined || side === 'front'
  const part = isFront ? found : found.sides.find(({ id }) => id === side)
  if (!part) {
    const sides = ['front', ...found.sides.map(({ id }) => id)]
    throw new RangeError(`${product} has no side ${side}; there are ${sides.join(', ')}`)
  }
  const { print, placing } = part
  return {
    product,
    side: isFront ? undefined : side,
    anchor: placing.anchor,
    sizesIn: print.sizesIn,
    sheet: sheetOf(print.maxWidthIn, print.maxHeightIn),
  }
}
