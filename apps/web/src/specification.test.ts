import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOTS: [RegExp, string][] = [
  [/^e2e\//, '../e2e/'],
  [/^(contract|server)\/test\//, '../../../$1/test/'],
  [/^contract\//, '../../../packages/contract/src/'],
  [/^products\//, '../../../packages/products/'],
  [/^server\//, '../../server/src/'],
]

/** A row of the table: what its file must hold, and the test that shows it. */
type Row = { codes: string[]; file: string; shownBy: string; text: string }

const rows: Row[] = readFileSync(fileURLToPath(new URL('../docs/specification.md', import.meta.url)), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((text) => {
    const [, , words = '', file = '', shownBy = ''] = text.slice(2, -2).split(/ \| /)
    return {
      codes: [...words.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|')),
      file: file.replaceAll('`', ''),
      shownBy,
      text,
    }
  })

function read(path: string): string {
  const [pattern, root] = ROOTS.find(([start]) => start.test(path)) ?? [/^/, './']
  const place = pattern.source.includes('test')
    ? path.replace('contract/', '../../../packages/contract/').replace('server/', '../../server/')
    : path.replace(pattern, root)
  const text = readFileSync(fileURLToPath(new URL(place, import.meta.url)), 'utf8')
  return path.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text
}

/** `${count}`, `{step}` and `{n}` are all the same hole. */
const withHoles = (text: string): string => text.replaceAll(/\$?\{[^{}]*\}/g, '{}')

const holds = (path: string, words: string): boolean => {
  const source = read(path)
  return source.includes(words) || withHoles(source).includes(withHoles(words))
}

test('everything the specification quotes stands where the table says, and is shown by a test that is there', () => {
  expect(rows.length).toBeGreaterThan(100)
  const faults = rows.flatMap(({ codes, file, shownBy, text }) => {
    const [testFile = '', name = ''] = shownBy.split(' › ')
    if (codes.length === 0 || !name) return [`empty: ${text}`]
    const missing = codes.filter((code) => !holds(file, code)).map((code) => `${file} does not hold: ${code}`)
    return missing.concat(holds(testFile, name) ? [] : `${testFile} has no: ${name}`)
  })
  expect(faults).toEqual([])
})
