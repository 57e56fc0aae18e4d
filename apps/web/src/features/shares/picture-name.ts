import { labelOf } from '@printroom/contract/catalogue'
import type { SharedPictureWire } from '@printroom/contract/shares'
import { sideSuffix } from '~/features/catalogue/side-suffix.ts'
import { colourName } from '~/features/catalogue/colour-name.ts'

/** What a shared picture shows, without the design's name, which is its seller's own: `Navy T-Shirt, Flat Lay`. */
export const pictureName = ({ colour, product, model_style, side }: SharedPictureWire): string =>
  `${colourName(colour).label} ${labelOf(product)}, ${labelOf(model_style)}${sideSuffix(side)}`
