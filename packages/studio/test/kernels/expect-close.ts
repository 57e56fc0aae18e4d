import { expect } from 'vitest'

/** Holds numbers to their references: within `share` of them, or of 1 where they are smaller. */
export function expectClose(found: ArrayLike<number>, expected: ArrayLike<number>, share: number): void {
  expect(found.length).toBe(expected.length)
  for (let i = 0; i < expected.length; i++) {
    const difference = Math.abs(found[i]! - expected[i]!) / Math.max(1, Math.abs(expected[i]!))
    if (!(difference <= share)) expect.fail(`number ${i} is ${found[i]}, its reference ${expected[i]}`)
  }
}
