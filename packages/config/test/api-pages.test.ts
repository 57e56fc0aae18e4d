import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiPages, entriesOf } from '../src/api-pages.mjs'

test('a function is told in one line, with its comment and what it throws', () => {
  const text = `/**
 * Millimetres of a length \`<mm>\`.
 * @throws RangeError below zero
 */
export async function lengthOf<Of>(
  of: Of,
  scale = 1,
): Promise<number> {
  return scale
}`
  expect(entriesOf('a.ts', text)).toEqual([
    {
      signature: 'lengthOf<Of>(of: Of, scale = 1): Promise<number>',
      doc: 'Millimetres of a length `<mm>`. Throws: RangeError below zero',
      isFunction: true,
    },
  ])
})

test('constants and types are told, what is not exported is not, and a long type is left to its file', () => {
  const long = Array.from({ length: 30 }, (_, index) => `'value-${index}'`).join(' | ')
  const text = `const hidden = 1\nexport const LIMIT: number = 3\nexport type Size = {\n  width: number\n  at: () => void\n}\nexport type Long = ${long}\nexport const half = (of: number): number => of / 2`
  expect(entriesOf('a.ts', text).map(({ signature }) => signature)).toEqual([
    'const LIMIT: number',
    'type Size = { width: number; at: () => void }',
    'type Long',
    'half(of: number): number',
  ])
})

test('a page has a module of each file, its head comment, and names functions that say nothing of themselves', () => {
  const root = mkdtempSync(join(tmpdir(), 'printroom-api-'))
  mkdirSync(join(root, 'packages/shapes/src/testing'), { recursive: true })
  writeFileSync(
    join(root, 'packages/shapes/package.json'),
    '{ "name": "@printroom/shapes", "exports": { "./*": "./src/*.ts" } }',
  )
  writeFileSync(
    join(root, 'packages/shapes/src/circle.ts'),
    '/** All of <circles>. */\n\nexport const area = (r: number): number => r * r * 3\n',
  )
  writeFileSync(join(root, 'packages/shapes/src/testing/fake.ts'), 'export const fake = () => 1\n')
  const { pages, undocumented } = apiPages(root)
  expect([...pages.keys()]).toEqual(['shapes.md'])
  expect(pages.get('shapes.md')).toContain(
    '## [`@printroom/shapes/circle`](../../../packages/shapes/src/circle.ts)\n\nAll of &lt;circles>.\n\n- `area(r: number): number`\n',
  )
  expect(pages.get('shapes.md')).not.toContain('fake')
  expect(undocumented).toEqual(['packages/shapes/src/circle.ts: area(r: number): number'])
  rmSync(root, { recursive: true })
})
