import { type BaseModel, type Product, baseModelsFor } from './catalogue.ts'
import { COLOUR_ROWS } from './colours.data.ts'

/** `hex` is sRGB. A heather is a mixture of fibres, drawn as one, whose mean is the hex. */
export type Colour = {
  value: string
  label: string
  hex: string
  group: (typeof COLOUR_ROWS)[number][0]
  isHeather: boolean
  offeredFor: ReadonlySet<string>
}

/** Names of fibre mixtures on the makers' cards that do not all say "heather". */
const MIXTURE = /heather|sport grey|\bash\b|graphite/i

export const COLOURS: readonly Colour[] = COLOUR_ROWS.map(([group, value, label, hex, offered]) => ({
  group,
  value,
  label,
  hex,
  isHeather: group !== 'mug' && MIXTURE.test(label),
  offeredFor: new Set(offered.split(' ')),
}))

const BY_VALUE = new Map(COLOURS.map((colour) => [colour.value, colour]))

/** The catalogue entry of a value, or undefined when there is none. */
export const findColour = (value: string): Colour | undefined => BY_VALUE.get(value)

const OFFERS = new Map<string, Colour[]>()
for (const colour of COLOURS)
  for (const buyer of colour.offeredFor) OFFERS.set(buyer, [...(OFFERS.get(buyer) ?? []), colour])

/**
 * The colours a product, in a base model, may take. Mugs take only `mug-…`, gildan-18000 only `…-18000`,
 * bella-canvas-3901 only `…-3901`; other garments take the general, heather and `dtg-…` colours that name
 * their model, totes the general ones that name them. A garment without its base model takes none.
 */
export function coloursFor(product: Product, baseModel: BaseModel | null | undefined): readonly Colour[] {
  const buyer = baseModelsFor(product).length === 0 ? product : baseModel
  return (buyer && OFFERS.get(buyer)) || []
}
