import { expectLinear } from '@printroom/config/src/grows-linearly.ts'
import { HOSTILE_TEXTS } from '@printroom/config/src/hostile-texts.ts'
import { expect, it } from 'vitest'
import * as z from 'zod'
import * as schemas from '../src/schemas.ts'

const all = Object.entries(schemas).flatMap(([name, schema]) =>
  schema instanceof z.ZodType ? [[name, schema] as const] : [],
)
/** The names of the fields that an input may have, wherever they stand. */
function fieldsOf(schema: z.ZodType): string[] {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const name of Object.keys((node as { properties?: object }).properties ?? {})) found.add(name)
    Object.values(node).forEach(walk)
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
  return [...found]
}

it('looks at every schema there is', () => {
  expect(all.length).toBeGreaterThan(15)
})

// One text in every place, and around what each schema would take: what is refused for its length must not be read first.
it.each(all)('%s reads a text of up to 1 MB in time by its length alone', { timeout: 240_000 }, (_, schema) => {
  const fields = fieldsOf(schema)
  expectLinear((text) => {
    schema.safeParse(text)
    if (fields.length > 0) schema.safeParse(Object.fromEntries(fields.map((field) => [field, text])))
    schema.safeParse(`${text}@example.com`)
    schema.safeParse(`${text}.png`)
    schema.safeParse(`cs_${text}`)
  }, HOSTILE_TEXTS)
})
