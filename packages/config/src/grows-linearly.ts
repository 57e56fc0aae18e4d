import { expect } from 'vitest'

const MEGABYTE = 1024 * 1024
/** From here on in steps of 4: an expression that is quadratic is told at a size at which it takes a second, not a day. */
const FIRST_CHARS = 16 * 1024
/** What else the machine does makes a turn slower and never quicker: a slow one is given others. */
const TURNS = 8

function timeOf(work: () => void): number {
  const before = performance.now()
  work()
  return performance.now() - before
}

/** The quickest of a few turns in milliseconds, or the first that is quick enough. */
function quickest(work: () => void, enough = 0): number {
  let best = timeOf(work)
  for (let turn = 1; turn < TURNS && best >= enough; turn += 1) best = Math.min(best, timeOf(work))
  return best
}

/**
 * Expects that reading texts of up to `most` characters takes time in proportion to their length: none takes longer than
 * `factor` times its share of what a plain text takes the same reader, or a pass over its characters where that is more.
 */
export function expectLinear(
  read: (text: string) => unknown,
  texts: readonly [name: string, make: (chars: number) => string][],
  { factor = 30, most = MEGABYTE } = {},
): void {
  const plain = '{"level":30,"msg":"a plain line of a plain log","path":"/api/designs/file"}\n'
    .repeat(most / 64)
    .slice(0, most)
  const pass = (text: string) => text.replaceAll(/[aeiou]/g, '-').length
  const unitNow = () =>
    Math.max(
      quickest(() => read(plain)),
      quickest(() => pass(plain)),
    )
  let unit = unitNow()
  for (const [name, make] of texts)
    for (let chars = FIRST_CHARS; chars <= most; chars *= 4) {
      const text = make(chars)
      const bound = () => factor * unit * Math.max(chars / most, 1 / 16)
      let taken = quickest(() => read(text), bound())
      // The machine may have become busier since: then the plain text takes longer as well.
      if (taken >= bound()) {
        unit = Math.max(unit, unitNow())
        taken = Math.min(
          taken,
          quickest(() => read(text), bound()),
        )
      }
      expect(taken, `${name}, ${chars} characters, in ms`).toBeLessThan(bound())
    }
}
