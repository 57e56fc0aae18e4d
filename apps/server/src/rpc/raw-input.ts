import { AppError } from '@printroom/core/errors'

/** The deepest input that a procedure takes has 3 levels. */
const DEEPEST = 16
/** A batch of the most pictures has some thousands. */
const MOST_VALUES = 100_000
const PATH_SHOWN_CHARS = 100
const HALF_A_PAIR = /\p{Surrogate}/u

type Place = { value: unknown; path: string; depth: number }

/**
 * What no procedure takes, whatever its schema says: text with NUL in it, which Postgres cannot store, or with half of a
 * surrogate pair, which is no character and no JSON of Postgres either; and nesting, or a number of values, beyond any use.
 * Without recursion, so that no input is too deep for it. Bytes and streams, which come from our own adapters, are left
 * alone.
 * @throws AppError bad_input
 */
export function assertPlain(input: unknown): void {
  const places: Place[] = [{ value: input, path: '', depth: 0 }]
  let values = 0
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path, depth } = place
    if (typeof value === 'string') assertText(value, path)
    if (!isPlainObject(value)) continue
    if (depth === DEEPEST) throw refusal(path, 'This is nested too deeply')
    values += Array.isArray(value) ? value.length : Object.keys(value).length
    if (values > MOST_VALUES) throw refusal(path, 'This holds too many values')
    for (const [name, inner] of Object.entries(value)) {
      assertText(name, path)
      places.push({ value: inner, path: path ? `${path}.${name}` : name, depth: depth + 1 })
    }
  }
}

function assertText(text: string, path: string): void {
  if (text.includes('\0')) throw refusal(path, 'This text has a NUL character in it')
  if (HALF_A_PAIR.test(text)) throw refusal(path, 'This text has half of a character in it')
}

const PLAIN = new Set<unknown>([Array.prototype, Object.prototype, null])
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && PLAIN.has(Object.getPrototypeOf(value))

const refusal = (path: string, sentence: string): AppError =>
  new AppError('bad_input', { error: sentence, fields: { [path.slice(0, PATH_SHOWN_CHARS) || 'body']: sentence } })
