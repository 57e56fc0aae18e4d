import * as z from 'zod'
import { BASE_MODELS, PRODUCTS } from './catalogue.ts'
import { CATALOGUE } from './whole-catalogue.ts'

/** What of the catalogue is asked for: all products in short, or one with its colours. */
export const offersSchema = z
  .object({ product: z.enum(PRODUCTS).optional(), base_model: z.enum(BASE_MODELS).optional() })
  .prefault({})

const offerResponse = z.object({
  id: z.string(),
  name: z.string(),
  base_models: z.array(z.string()).describe('One of them is named with an order; none where the product has none.'),
  styles: z.array(
    z.object({
      id: z.string(),
      backgrounds: z.array(z.string()),
      asks_gender: z.boolean().describe('Shows a person.'),
    }),
  ),
  sides: z
    .array(z.object({ id: z.string(), styles: z.array(z.string()) }))
    .describe('What can be printed besides the front, and the styles that show it.'),
  colours: z
    .array(z.string())
    .optional()
    .describe('Of one product: what comes in it, or in the base model that was named.'),
})

/** What can be made, in the words that an order has for it, and nothing more. */
export const offersResponse = z.object({
  products: z.array(offerResponse),
  genders: z.array(z.string()),
  sizes: z.array(z.string()).describe('Of the print.'),
})
export type OffersWire = z.infer<typeof offersResponse>

/** Everything in short; with a product, that one and its colours. A base model that is not the product's leaves no colour. */
export function offersOf({ product, base_model: model }: z.output<typeof offersSchema>): OffersWire {
  const { products, genders, sizes } = CATALOGUE
  return {
    products: products
      .filter(({ id }) => product === undefined || id === product)
      .map(({ id, name, base_models, styles, sides, colours }) => ({
        id,
        name,
        base_models: base_models.map((each) => each.id),
        styles: styles.map((style) => ({
          id: style.id,
          backgrounds: style.backgrounds,
          asks_gender: style.asks_gender,
        })),
        sides: sides.map((side) => ({ id: side.id, styles: [...new Set(side.shown.map(({ style }) => style))] })),
        colours: product === undefined ? undefined : coloursIn({ base_models, colours }, model),
      })),
    genders,
    sizes,
  }
}

type Offered = Pick<(typeof CATALOGUE.products)[number], 'base_models' | 'colours'>

/** The colours of a base model, or of all of a product. */
function coloursIn({ base_models, colours }: Offered, model: string | undefined): string[] {
  const models = base_models.filter(({ id }) => model === undefined || id === model)
  return [...new Set([...(model === undefined ? colours : []), ...models.flatMap((each) => each.colours)])]
}
