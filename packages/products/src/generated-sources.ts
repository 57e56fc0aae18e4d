import { PRODUCTS_FOLDER } from './folder.ts'
import { readColours } from './read-colours.ts'
import { readOutlines } from './read-outlines.ts'
import { readProducts, registrySchema } from './read-products.ts'
import { readSides } from './read-sides.ts'

const HEAD = '// Generated from the folders of the products by `npm run products`. Not to be changed by hand.\n\n'

/**
 * What is generated from a folder of products, as TypeScript by the name of its file: constants, whose types are the
 * products' own ids.
 * @throws Error that names the file which does not say what it should
 */
export function generatedSources(folder = PRODUCTS_FOLDER): Record<string, string> {
  const products = readProducts(folder)
  const colours = readColours(folder, products)
  const rows = colours.map(({ value, label, hex, isHeather, offeredFor }) =>
    JSON.stringify([value, label, hex, isHeather, offeredFor.join(' ')]),
  )
  const registry = products.map((product) => Object.assign({ id: product.id }, registrySchema.parse(product)))
  const examples = products
    .flatMap((product) => product.examples.map((example) => ({ product: product.id, ...example })))
    .toSorted((one, other) => one.position - other.position)
  return {
    'registry.data.ts': `${HEAD}export const REGISTRY = ${JSON.stringify(registry, null, 2)} as const\n`,
    'examples.data.ts': `${HEAD}export const EXAMPLES = ${JSON.stringify(examples, null, 2)} as const\n`,
    'colours.data.ts': `${HEAD}/** value, label, hex (sRGB), whether it is a heather, what comes in it */\nexport const COLOUR_ROWS = [\n${rows.map((row) => `  ${row},\n`).join('')}] as const\n`,
    'sides.data.ts': `${HEAD}/** How sides other than the front are photographed, as the plates say. */\nexport const SIDES_SERVED: readonly {\n  product: string\n  side: string\n  style: string\n  baseModels: readonly string[]\n  backgrounds: readonly string[]\n  genders: readonly string[]\n}[] = ${JSON.stringify(readSides(folder, products), null, 2)}\n`,
    'outlines.data.ts': `${HEAD}export const OUTLINES = ${JSON.stringify(readOutlines(folder, products), null, 2)} as const\n`,
  }
}
