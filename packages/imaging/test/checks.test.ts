import { expect, test } from 'vitest'
import { KINDS, precisionOf, recallOf, scoreOf } from './checks/score.ts'

/** The first of the 250 held-out prints, which no threshold was set by (`bench/checks.ts 10001`). */
const HELD_OUT = Array.from({ length: 24 }, (_, at) => 10_001 + at)

test('every check finds what was put into prints made by lot, and nothing else', async () => {
  const scores = await scoreOf(HELD_OUT)
  for (const kind of KINDS) {
    expect(scores[kind].right, kind).toBeGreaterThan(2)
    expect(recallOf(scores[kind]), `${kind} missed in ${scores[kind].missed.join()}`).toBeGreaterThanOrEqual(0.95)
    expect(precisionOf(scores[kind]), `${kind} wrong in ${scores[kind].false.join()}`).toBeGreaterThanOrEqual(0.95)
  }
})
