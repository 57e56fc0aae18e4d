import { describe, expect, test } from 'vitest'
import { type Placement, placementProblem } from '@printroom/contract/placement'
import { CORNERS, cornerAt, movedBy, pinchedBy, placedByKey, scaledBy, turnedBy } from '~/features/placing/gestures.ts'
import { placeInWords, placingOf, sharpnessOf } from '~/features/placing/placing.ts'
import { snapMove, snapTurn, snapWidth } from '~/features/placing/snap.ts'

const SQUARE = { width: 1200, height: 1200 }
const TALL = { width: 600, height: 1200 }
/** In the middle of a t-shirt's area of 13 by 16 inches. */
const MIDDLE: Placement = { x: 6.5, y: 8, width: 4, rotation: 0 }
const near = (placement: Placement) => ({
  x: expect.closeTo(placement.x, 6),
  y: expect.closeTo(placement.y, 6),
  width: expect.closeTo(placement.width, 6),
  rotation: expect.closeTo(placement.rotation, 6),
})
const key = (name: string, shiftKey = false) => placedByKey({ key: name, shiftKey }, MIDDLE)

describe('a print that is moved', () => {
  test('is drawn to the centre line, to edges and to where places have it, and shows which', () => {
    const snapped = snapMove('t-shirt', SQUARE, { ...MIDDLE, x: 6.62, y: 9.3 }, 0.2)
    expect(snapped).toEqual({ placement: { ...MIDDLE, y: 9.3 }, guides: [{ axis: 'x', at: 6.5 }] })
    const cornered = snapMove('t-shirt', SQUARE, { ...MIDDLE, x: 2.15, y: 13.9 }, 0.2)
    expect(cornered.placement).toMatchObject({ x: 2, y: 14 })
    expect(cornered.guides).toEqual([
      { axis: 'x', at: 0 },
      { axis: 'y', at: 16 },
    ])
    const chest = snapMove('t-shirt', SQUARE, { ...MIDDLE, x: 10.4, y: 2.6, width: 3 }, 0.2)
    expect(chest.placement).toMatchObject({ x: 10.5, y: 2.5 })
  })

  test('is drawn to the edge by its turned outline, and to nothing with no reach', () => {
    const turned = { ...MIDDLE, x: 2.7, rotation: 45 }
    expect(snapMove('t-shirt', SQUARE, turned, 0.2).placement.x).toBeCloseTo(2 * Math.SQRT2)
    expect(snapMove('t-shirt', SQUARE, turned, 0)).toEqual({ placement: turned, guides: [] })
  })
})

describe('a print that is scaled', () => {
  test.each([0, 30, -90])('keeps the opposite corner where it is, turned by %i°', (rotation) => {
    for (const corner of CORNERS) {
      const start = { ...MIDDLE, rotation }
      const opposite = { across: -corner.across as 1, down: -corner.down as 1 }
      const taken = cornerAt(start, TALL, corner)
      const by = { x: (taken.x - start.x) * 0.5, y: (taken.y - start.y) * 0.5 }
      const made = scaledBy('t-shirt', TALL, { ...start, width: 2 }, corner, by)
      expect(made.width).toBeCloseTo(3)
      const [was, is] = [{ ...start, width: 2 }, made].map((each) => cornerAt(each, TALL, opposite))
      expect(is).toEqual({ x: expect.closeTo(was!.x, 6), y: expect.closeTo(was!.y, 6) })
    }
  })

  test('ends at the edge of the area and at the least width, and is drawn to the sizes', () => {
    const corner = { across: 1, down: 1 } as const
    const large = scaledBy('t-shirt', SQUARE, { ...MIDDLE, rotation: 20 }, corner, { x: 30, y: 30 })
    expect(placementProblem('t-shirt', SQUARE, large)).toBeNull()
    expect(placementProblem('t-shirt', SQUARE, { ...large, width: large.width + 0.2 })).not.toBeNull()
    expect(scaledBy('t-shirt', SQUARE, MIDDLE, corner, { x: -30, y: -30 }).width).toBe(0.5)
    expect([snapWidth('t-shirt', SQUARE, 7.9, 0.2), snapWidth('t-shirt', SQUARE, 7.5, 0.2)]).toEqual([8, 7.5])
  })
})

test('a print that is turned follows the pointer, and is drawn to the multiples of 45 degrees', () => {
  const turned = turnedBy(MIDDLE, { x: 6.5, y: 5 }, { x: 9.5, y: 8 })
  expect(turned).toEqual(near({ ...MIDDLE, rotation: 90 }))
  expect([snapTurn(3), snapTurn(-42), snapTurn(93.5), snapTurn(20)]).toEqual([0, -45, 90, 20])
})

test('two fingers move, scale and turn it at once', () => {
  const from = [
    { x: 5.5, y: 8 },
    { x: 7.5, y: 8 },
  ] as const
  const to = [
    { x: 6.5, y: 6 },
    { x: 6.5, y: 10 },
  ] as const
  expect(pinchedBy(MIDDLE, from, to)).toEqual(near({ ...MIDDLE, width: 8, rotation: 90 }))
  expect(pinchedBy(MIDDLE, from, [from[0], from[1]])).toEqual(near(MIDDLE))
})

test('keys move by a tenth of an inch or an inch, scale and turn; Escape gives it back to its size', () => {
  expect([key('ArrowLeft'), key('ArrowDown', true)]).toEqual([
    movedBy(MIDDLE, { x: -0.1, y: 0 }),
    movedBy(MIDDLE, { x: 0, y: 1 }),
  ])
  expect([key('+'), key('-'), key('['), key('}', true)]).toEqual([
    { ...MIDDLE, width: 4.1 },
    { ...MIDDLE, width: 3.9 },
    { ...MIDDLE, rotation: -1 },
    { ...MIDDLE, rotation: 15 },
  ])
  expect([key('Escape'), key('Tab')]).toEqual([null, undefined])
})

test('what is put is within the area in steps of the screen, named and told how sharp it is', () => {
  const put: (Placement | null)[] = []
  const placing = placingOf({ product: 't-shirt', design: SQUARE, size: 'medium', own: null }, (next) => put.push(next))
  expect(placing.at).toEqual({ x: 6.5, y: 5, width: 10, rotation: 0 })
  placing.put({ x: 14, y: 3.00444, width: 4.00999, rotation: 370 })
  placing.put(null)
  expect(put).toEqual([{ x: 10.68, y: 3, width: 4, rotation: 10 }, null])
  expect(placementProblem('t-shirt', SQUARE, put[0]!)).toBeNull()
  expect(placeInWords('t-shirt', SQUARE, { x: 10.5, y: 2.5, width: 4, rotation: 0 })).toBe(
    'Left chest, 4 in wide at 10.5, 2.5 in',
  )
  expect([4, 10, 17].map((width) => sharpnessOf(SQUARE, { ...MIDDLE, width }).level)).toEqual([
    'fine',
    'warned',
    'poor',
  ])
  expect(sharpnessOf(SQUARE, { ...MIDDLE, width: 8 })).toMatchObject({ dpi: 150, level: 'fine' })
})
