import { expect, test } from 'vitest'
import { askOf } from '~/features/scenes/mask-keys.ts'
import { MOST_ZOOM, moved, placeAt, pointOf, wholeView, zoomed } from '~/features/scenes/mask-view.ts'

const whole = wholeView(1000, 800, 600)

test('the whole mask is seen at first, and no less of the window than it', () => {
  expect(whole).toEqual({ scale: 0.6, x: 100, y: 0 })
  expect(zoomed(whole, 0.1, { x: 5, y: 5 }, whole)).toEqual(whole)
})

test('what is under the finger stays there while it is brought nearer, up to a bound', () => {
  const at = { x: 333, y: 222 }
  const near = zoomed(whole, 3, at, whole)
  expect(placeAt(near, at).x).toBeCloseTo(placeAt(whole, at).x)
  expect(pointOf(near, placeAt(near, at))).toEqual(at)
  expect(zoomed(near, 1000, at, whole).scale).toBeCloseTo(whole.scale * MOST_ZOOM)
})

test('the middle of the window is never off the mask', () => {
  const near = zoomed(whole, 2, { x: 400, y: 300 }, whole)
  expect(moved(near, { x: 9000, y: -9000 }, 1000, 800, 600)).toEqual({ scale: near.scale, x: 400, y: 300 - 1200 })
})

test('keys ask for what they say, and leave the others alone', () => {
  const key = (name: string, more = {}) =>
    askOf({ key: name, shiftKey: false, ctrlKey: false, metaKey: false, ...more })
  expect(key('ArrowLeft', { shiftKey: true })).toEqual({ kind: 'move', by: { x: -1, y: 0 }, isPainting: true })
  expect([key(' '), key('Enter')]).toEqual([{ kind: 'dab' }, { kind: 'dab' }])
  expect(key('z', { ctrlKey: true })).toEqual({ kind: 'undo' })
  expect(key('Z', { metaKey: true, shiftKey: true })).toEqual({ kind: 'redo' })
  expect([key('Tab'), key('Escape'), key('a', { ctrlKey: true })]).toEqual([null, null, null])
})
