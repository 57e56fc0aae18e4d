import { COLOUR_ROWS } from '@printroom/products/colours.data'
import { type BaseModel, type Product, baseModelsFor } from './catalogue.ts'

/** `hex` is sRGB. A heather is a mixture of fibres, drawn as one, whose mean is the hex. */
export type Colour = {
  value: string
  label: string
  hex: string
  isHeather: boolean
  offeredFor: ReadonlySet<string>
}

export const COLOURS: readonly Colour[] = COLOUR_ROWS.map(([value, label, hex, isHeather, offered]) => ({
  value,
  label,
  hex,
  isHeather,
  offeredFor: new Set(offered.split(' ')),
}))

const BY_VALUE = new Map(COLOURS.map((colour) => [colour.value, colour]))

/** The catalogue entry of a value, or undefined when there is none. */
export const findColour = (value: string): Colour | undefined => BY_VALUE.get(value)

const OFFERS = new Map<string, Colour[]>()
for (const colour of COLOURS)
  for (const buyer of colour.offeredFor) OFFERS.set(buyer, [...(OFFERS.get(buyer) ?? []), colour])

/**
 * The colours that a product comes in, in a base model, in the order in which they are shown: those that the colours.json of
 * its folder offers. A garment without its base model comes in none.
 */
export function coloursFor(product: Product, baseModel: BaseModel | null | undefined): readonly Colour[] {
  const buyer = baseModelsFor(product).length === 0 ? product : baseModel
  return (buyer && OFFERS.get(buyer)) || []
}
