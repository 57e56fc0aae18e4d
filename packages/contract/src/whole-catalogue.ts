import {
  DESIGN_SIZES,
  FRONT,
  GENDERS,
  type Product,
  type Side,
  PRODUCTS,
  backgroundsFor,
  baseModelsFor,
  facesOf,
  labelOf,
  needsGender,
  printWidthIn,
  stylesFor,
} from './catalogue.ts'
import { COLOURS, coloursFor } from './colours.ts'
import { servedOf } from './sides.ts'
import type { CatalogueWire } from './wire.ts'

const widthsOf = (product: Product, side: Side) =>
  DESIGN_SIZES.map((size) => ({ size, inches: printWidthIn(product, size, side) }))

/** Everything that can be made, for programs that have no catalogue of their own. */
export const CATALOGUE: CatalogueWire = {
  products: PRODUCTS.map((product) => ({
    id: product,
    name: labelOf(product),
    base_models: baseModelsFor(product).map((model) => ({
      id: model,
      name: labelOf(model),
      colours: coloursFor(product, model).map(({ value }) => value),
    })),
    colours: coloursFor(product, null).map(({ value }) => value),
    styles: stylesFor(product).map((style) => ({
      id: style,
      name: labelOf(style),
      asks_gender: needsGender(product, style),
      backgrounds: [...backgroundsFor(product, style)],
    })),
    print_widths_in: widthsOf(product, FRONT),
    sides: facesOf(product).flatMap(({ id, name }) => {
      const shown = servedOf(product, id).map(({ style, baseModels, backgrounds, genders }) => ({
        style,
        base_models: [...baseModels],
        backgrounds: [...backgrounds],
        genders: [...genders],
      }))
      return shown.length > 0 ? [{ id, name, print_widths_in: widthsOf(product, id), shown }] : []
    }),
  })),
  colours: COLOURS.map(({ value, label, hex, isHeather }) => ({ id: value, name: label, hex, is_heather: isHeather })),
  genders: [...GENDERS],
  sizes: [...DESIGN_SIZES],
}
