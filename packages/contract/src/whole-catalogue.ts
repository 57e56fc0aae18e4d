import {
  DESIGN_SIZES,
  GENDERS,
  PRODUCTS,
  backgroundsFor,
  baseModelsFor,
  labelOf,
  needsGender,
  printWidthIn,
  stylesFor,
} from './catalogue.ts'
import { COLOURS, coloursFor } from './colours.ts'
import type { CatalogueWire } from './wire.ts'

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
    print_widths_in: DESIGN_SIZES.map((size) => ({ size, inches: printWidthIn(product, size) })),
  })),
  colours: COLOURS.map(({ value, label, hex, isHeather }) => ({ id: value, name: label, hex, is_heather: isHeather })),
  genders: [...GENDERS],
  sizes: [...DESIGN_SIZES],
}
