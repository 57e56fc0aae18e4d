import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PRODUCTS_FOLDER } from './folder.ts'
import { readProducts } from './read-products.ts'

/**
 * A drawing of a product in a field of 200 by 200: path data of what is behind it, of its outline and of the lines on it.
 * `print`: where a large design lies, by the centre of its upper edge (`top`) or of itself (`middle`), and its width.
 */
const outlineSchema = z.strictObject({
  behind: z.string().nullable(),
  outline: z.string(),
  lines: z.array(z.string()),
  print: z.strictObject({
    x: z.number(),
    y: z.number(),
    width: z.number().positive(),
    anchor: z.enum(['top', 'middle']),
  }),
})

export type Outline = z.infer<typeof outlineSchema>

/**
 * The outline.svg of each product: a `path` of class `outline`, one of class `behind` or none, others of class `line`, and
 * a level `line` of class `print top` or `print middle`, as wide as a large design.
 * @throws Error that names the file which is no such drawing
 */
export function readOutlines(folder = PRODUCTS_FOLDER, products = readProducts(folder)): Record<string, Outline> {
  return Object.fromEntries(products.map(({ id }) => [id, readOutline(join(folder, id, 'outline.svg'))]))
}

function readOutline(file: string): Outline {
  const elements = [...readFileSync(file, 'utf8').matchAll(/<(?:path|line) ([^>]*?)\/>/g)].map(([, text = '']) =>
    Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])),
  )
  const paths = (wanted: string) => elements.flatMap((each) => (each.class === wanted && each.d ? [each.d] : []))
  const print = elements.find((each) => each.class?.startsWith('print '))
  const [x1, x2] = [Number(print?.x1), Number(print?.x2)]
  const parsed = outlineSchema.safeParse({
    behind: paths('behind')[0] ?? null,
    outline: paths('outline')[0],
    lines: paths('line'),
    print: { x: (x1 + x2) / 2, y: Number(print?.y1), width: x2 - x1, anchor: print?.class?.slice('print '.length) },
  })
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}
