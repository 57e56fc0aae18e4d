import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PRODUCTS_FOLDER } from './folder.ts'
import { type ProductFile, readProducts } from './read-products.ts'

const colourSchema = z.strictObject({
  /** A name in addresses and rows of the database. */
  value: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  label: z.string().min(1),
  /** sRGB. */
  hex: z.string().regex(/^#[0-9A-F]{6}$/),
  /** A mixture of fibres, drawn as one, whose mean is the hex. */
  isHeather: z.literal(true).optional(),
})

/** What the colours.json of a product's folder says: colours of its own, and what each of its base models comes in. */
export const coloursSchema = z.strictObject({
  own: z.array(colourSchema),
  /** By base model; by the product itself where it has none. In the order in which they are shown. */
  offered: z.record(z.string(), z.array(z.string()).min(1)),
})

/** A colour of the catalogue, and the base models, or products without any, that come in it. */
export type ColourRow = { value: string; label: string; hex: string; isHeather: boolean; offeredFor: string[] }

/**
 * The colours that products share (colours.json beside their folders), then each product's own.
 * @throws Error that names the file whose colour is unknown, stated twice or of nobody's base model
 */
export function readColours(folder = PRODUCTS_FOLDER, products = readProducts(folder)): ColourRow[] {
  const shared = parse(join(folder, 'colours.json'), z.array(colourSchema))
  const told = products.map((product) => {
    const file = join(folder, product.id, 'colours.json')
    return { product, file, ...parse(file, coloursSchema) }
  })
  const rows = new Map<string, ColourRow>()
  for (const { own, file } of [{ own: shared, file: 'colours.json' }, ...told])
    for (const { value, label, hex, isHeather = false } of own) {
      if (rows.has(value)) throw new Error(`${file}: ${value} is another colour already`)
      rows.set(value, { value, label, hex, isHeather, offeredFor: [] })
    }
  for (const { product, file, offered } of told) {
    const buyers = buyersOf(product)
    if (Object.keys(offered).toSorted().join() !== buyers.toSorted().join())
      throw new Error(`${file}: offered names ${Object.keys(offered).join(', ')} instead of ${buyers.join(', ')}`)
    for (const buyer of buyers)
      for (const value of offered[buyer] ?? []) {
        const row = rows.get(value)
        if (!row) throw new Error(`${file}: ${buyer} comes in ${value}, which is no colour`)
        row.offeredFor.push(buyer)
      }
  }
  return [...rows.values()]
}

const buyersOf = ({ id, baseModels }: ProductFile): string[] =>
  baseModels.length === 0 ? [id] : baseModels.map((model) => model.id)

function parse<Value>(file: string, schema: z.ZodType<Value>): Value {
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
