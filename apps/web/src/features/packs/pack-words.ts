import { PRODUCTS, type Product } from '@printroom/contract/catalogue'
import { sceneFor, type Pack, type PackPicture } from '@printroom/contract/packs'
import { SHOPS } from '@printroom/contract/shops'

/** `Close-up, 2800 × 2100`. */
export const sizeOf = ({ crop, width, height }: PackPicture): string => {
  const size = `${width} × ${height}`
  return { whole: size, close: `Close-up, ${size}`, white: `Pure white, ${size}` }[crop]
}

/** `Pinterest and Instagram`; without a shop, its sizes. */
export function shopsOf({ pictures }: Pick<Pack, 'pictures'>): string {
  const shops = [...new Set(pictures.flatMap(({ shop }) => (shop ? SHOPS[shop].label : [])))]
  const sizes = [...new Set(pictures.map(({ width, height }) => `${width} × ${height}`))]
  return new Intl.ListFormat('en-US').format(shops.length > 0 ? shops : sizes.slice(0, 2))
}

/** A product that has a picture of this kind, to show it on. */
export const productOf = (picture: PackPicture): Product | undefined =>
  PRODUCTS.find((product) => sceneFor(picture, product) !== null)
