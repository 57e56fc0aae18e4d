import { expect, test } from 'vitest'
import type { GenerationWire } from '@printroom/contract/wire'
import { secondsLeft, timeLeftText } from '~/features/generate/time-left.ts'

const at = (given: Partial<GenerationWire>) =>
  ({ status: 'queued', progress: 0, position: 1, ...given }) as GenerationWire

test('what is being made takes what is left of a picture, what stands in line the rounds before it as well', () => {
  const pace = { seconds: 10, at_once: 2 }
  expect(secondsLeft([at({ status: 'rendering', progress: 60 })], pace)).toBe(4)
  expect(secondsLeft([at({ status: 'rendering', progress: 60 }), at({ position: 3 })], pace)).toBe(30)
  expect(secondsLeft([at({})], { seconds: null, at_once: 1 })).toBeNull()
  expect(secondsLeft([], pace)).toBeNull()
})

test.each([
  [null, ''],
  [2, 'A few seconds left'],
  [12, 'About 15 seconds left'],
  [58, 'About a minute left'],
  [200, 'About 4 minutes left'],
])('%s seconds are told as “%s”', (seconds, words) => {
  expect(timeLeftText(seconds)).toBe(words)
})
