import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PRODUCTS_FOLDER } from './folder.ts'
import { type ProductFile, readProducts } from './read-products.ts'

const words = z.array(z.string())

/** What of a plate.json tells how a side of a product can be shown. */
const plateSchema = z.object({
  side: z.string().default('front'),
  prints: z.record(z.string(), z.unknown()).default({}),
  serves: z.array(z.object({ style: z.string(), baseModels: words, backgrounds: words, genders: words })),
})

/** How a side of a product is photographed; no base models or genders: whatever they are. */
export type SideServed = z.infer<typeof plateSchema>['serves'][number] & { product: string; side: string }

/**
 * How sides other than the front can be had, as the products' plates say, each way once.
 * @throws Error that names the plate which is none, or shows a side that its product does not have
 */
export function readSides(folder = PRODUCTS_FOLDER, products = readProducts(folder)): SideServed[] {
  const served = products.flatMap((product) => platesOf(folder, product).flatMap((file) => servedBy(file, product)))
  return [...new Map(served.map((each) => [JSON.stringify(each), each])).values()]
}

function platesOf(folder: string, { id }: ProductFile): string[] {
  const plates = join(folder, id, 'plates')
  const names = existsSync(plates) ? readdirSync(plates).toSorted() : []
  return names.map((name) => join(plates, name, 'plate.json')).filter((file) => existsSync(file))
}

function servedBy(file: string, { id: product, sides }: ProductFile): SideServed[] {
  const parsed = plateSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  const { side: own, prints, serves } = parsed.data
  const shown = [own, ...Object.keys(prints)].filter((side) => side !== 'front')
  const unknown = shown.find((side) => !sides.some(({ id }) => id === side))
  if (unknown) throw new Error(`${file} shows ${unknown}, which is no side of ${product}`)
  return shown.flatMap((side) =>
    serves.map(({ style, baseModels, backgrounds, genders }) => ({
      product,
      side,
      style,
      baseModels,
      backgrounds,
      genders,
    })),
  )
}
