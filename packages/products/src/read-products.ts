import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PRODUCTS_FOLDER } from './folder.ts'

/** A name in addresses, files and rows of the database. */
const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const inches = z.number().positive()
const bySize = <Value extends z.ZodType>(value: Value) => z.strictObject({ small: value, medium: value, large: value })

/** A mockup of one of our own designs, made as a seller's are. */
const exampleSchema = z.strictObject({
  name: id,
  /** Its place among all products' examples. */
  position: z.number().int().positive(),
  /** A file of the web client's designs. */
  design: id,
  baseModel: id.nullable(),
  colour: id,
  style: id,
  background: id,
  gender: z.enum(['man', 'woman']).optional(),
  /** The how-many-th picture of these settings, where it is not the first. */
  ordinal: z.number().int().positive().optional(),
  alt: z.string().min(1),
  /** Where the landing page shows it: its place among the steps (the first is the large one at the top) and in the gallery. */
  landing: z
    .strictObject({
      step: z.number().int().positive().optional(),
      gallery: z.number().int().positive().optional(),
      caption: z.string().optional(),
    })
    .optional(),
})

const placingSchema = z.strictObject({
  /** Where a design of a size stands in the print area: hung from its top, or in its middle. */
  anchor: z.enum(['top', 'middle']),
  /**
   * Places that sellers know by name, in inches from the area's left upper corner. A design fills one as far as its shape lets
   * it, and stands in its middle; in the whole area it hangs as its sizes do.
   */
  places: z.array(
    z.strictObject({
      id,
      name: z.string().min(1),
      left: z.number().min(0),
      top: z.number().min(0),
      width: inches,
      height: inches,
    }),
  ),
})

/** The print area, and the width of a design by its size, in inches. A design higher than the area is made narrower. */
const printSchema = z.strictObject({ maxWidthIn: inches, maxHeightIn: inches, sizesIn: bySize(inches) })
/** What stands below each size where a seller chooses one. */
const sizeNotesSchema = bySize(z.string().min(1))

/** A side to print on beside the front. Where it can be had its plates say (`readSides`). */
const sideSchema = z.strictObject({
  id: id.refine((name) => name !== 'front', 'front is the product itself'),
  name: z.string().min(1),
  /** Within a sentence: `the back`. */
  inSentence: z.string().min(1),
  print: printSchema,
  placing: placingSchema,
  sizeNotes: sizeNotesSchema,
})

/** What the product.json of a product's folder says. */
export const productSchema = z.strictObject({
  /** As people read it. */
  name: z.string().min(1),
  /** Several of them, within a sentence. */
  plural: z.string().min(1),
  /** Its place in every list of products, from 1. */
  position: z.number().int().positive(),
  /** Of whom the garment is: empty where a product has none. */
  baseModels: z.array(z.strictObject({ id, name: z.string().min(1) })),
  styles: z
    .array(
      z.strictObject({
        id,
        /** Whether somebody who orders it chooses between a man and a woman. */
        asksGender: z.boolean(),
        /** The first is the usual one. */
        backgrounds: z.array(id).min(1),
      }),
    )
    .min(1),
  /** What its surface is: single jersey, brushed fleece, woven canvas or glazed clay. */
  material: z.enum(['jersey', 'fleece', 'canvas', 'glaze']),
  /** The colour in which its pictures without a print are made: what it is seen in most often. */
  blankColour: id,
  /** What the front is called where a side is chosen. */
  frontName: z.string().min(1).default('Front'),
  /** Of the front, as `placing` and `sizeNotes`. */
  print: printSchema,
  placing: placingSchema,
  sizeNotes: sizeNotesSchema,
  sides: z.array(sideSchema).default([]),
  /** Finished mockups that we show, in `examples/<name>.webp`. */
  examples: z.array(exampleSchema).default([]),
})

/** What every page needs of a product: all but the examples. */
export const registrySchema = productSchema.omit({ examples: true }).strip()

/** A product and the name of its folder. */
export type ProductFile = z.infer<typeof productSchema> & { id: string }

/**
 * Every folder with a product.json, in the order of their positions.
 * @throws Error that names the file which is no product, or two products of one position
 */
export function readProducts(folder = PRODUCTS_FOLDER): ProductFile[] {
  const products = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'product.json')))
    .map((name) => readProduct(name, join(folder, name, 'product.json')))
    .toSorted((one, other) => one.position - other.position)
  const byPosition = new Map<number, string>()
  for (const { id, position } of products) {
    const other = byPosition.get(position)
    if (other) throw new Error(`${other} and ${id} both have position ${position}`)
    byPosition.set(position, id)
  }
  return products
}

function readProduct(name: string, file: string): ProductFile {
  const parsed = productSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return { id: id.parse(name), ...parsed.data }
}
