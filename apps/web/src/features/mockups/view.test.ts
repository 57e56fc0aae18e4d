import { expect, test } from 'vitest'
import { MOST, WHOLE, moved, transformOf, within, zoomed } from '~/features/mockups/view.ts'

test('what is under the pointer stays there when it comes closer, and goes back the same way', () => {
  const at = { x: 0.75, y: 0.25 }
  const near = zoomed(WHOLE, 2, at)
  // The point of the picture that is at a place of the window: the middle, and the way to it in windows over the scale.
  expect(near.x + (at.x - 0.5) / near.scale).toBeCloseTo(0.75)
  expect(near.y + (at.y - 0.5) / near.scale).toBeCloseTo(0.25)
  expect(zoomed(near, 0.5, at)).toEqual(WHOLE)
})

test('no view leaves the picture, nor comes closer than there are pixels', () => {
  expect(within({ scale: 0.2, x: 9, y: -9 })).toEqual(WHOLE)
  expect(zoomed(WHOLE, 1_000).scale).toBe(MOST)
  const corner = moved(zoomed(WHOLE, 4), { x: 50, y: 50 })
  expect(corner).toEqual({ scale: 4, x: 0.125, y: 0.125 })
})

test('paper follows the hand', () => {
  const near = zoomed(WHOLE, 4)
  expect(moved(near, { x: 0.1, y: 0 }).x).toBeCloseTo(0.5 - 0.025)
  expect(transformOf(WHOLE)).toBe('translate(0%, 0%) scale(1)')
  expect(transformOf({ scale: 2, x: 0.25, y: 0.5 })).toBe('translate(50%, 0%) scale(2)')
})
