import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packMap, unpackMap } from '../src/plate/uv-map-codec.ts'
import type { UvMap } from '../src/plate/plate.ts'

const WIDTH = 301
const HEIGHT = 203
const TOLERANCE = { u: 6, v: 5 }

/** Cloth that runs out of the picture on one side: waves, two sharp folds, a cord that lies over it, a hole. */
function folded(): UvMap {
  const length = WIDTH * HEIGHT
  const map = { width: WIDTH, height: HEIGHT, u: new Uint16Array(length), v: new Uint16Array(length) }
  const coverage = new Uint8Array(length)
  for (let y = 0, at = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++, at++) {
      const edge = Math.min(140 - Math.hypot(x - 200, y - 90), Math.hypot(x - 230, y - 60) - 9)
      if (edge < -8) continue
      coverage[at] = Math.round(255 * Math.min(1, Math.max(0, edge + 0.5)))
      const isUnder = x - 0.4 * y > 150 && x - 0.4 * y < 171
      const isCord = Math.abs(x - 110 - 9 * Math.sin(y / 14)) < 2
      map.u[at] = isCord ? 65_535 - 40 * y : (isUnder ? 40_000 : 0) + 70 * x + 300 * Math.sin(x / 11 + y / 17)
      map.v[at] = isCord ? 12 : 20_000 + (y > 120 ? 9_000 - 60 * y : 90 * y) + 200 * Math.cos(x / 9)
    }
  return { ...map, coverage }
}

/** Codes by which u or v differ at most, in the pixels that say so. */
function farthest(one: Uint16Array, other: Uint16Array, isCounted: (at: number) => boolean): number {
  return one.reduce((most, value, at) => (isCounted(at) ? Math.max(most, Math.abs(value - other[at]!)) : most), 0)
}

test('a map comes back with its coverage as it was, its places within the tolerance, folds and all', () => {
  const map = folded()
  const found = unpackMap(packMap(map, TOLERANCE))
  expect([found.width, found.height]).toEqual([WIDTH, HEIGHT])
  expect(found.coverage).toEqual(map.coverage)
  const near = [-2, 0, 2].flatMap((down) => [-2, 0, 2].map((across) => down * WIDTH + across))
  const shown = map.coverage.map((_, at) => (near.some((step) => (map.coverage[at + step] ?? 0) > 0) ? 1 : 0))
  const isShown = (at: number): boolean => shown[at] === 1
  expect(farthest(map.u, found.u, isShown)).toBeLessThanOrEqual(TOLERANCE.u)
  expect(farthest(map.v, found.v, isShown)).toBeLessThanOrEqual(TOLERANCE.v)
  // Not stored as finely as that: it would be no smaller.
  expect(farthest(map.u, found.u, isShown)).toBeGreaterThan(TOLERANCE.u / 2)
  // Where nothing is near there are no places.
  expect([found.u[5 * WIDTH + 5], found.v[5 * WIDTH + 5]]).toEqual([0, 0])
})

test('places that are anywhere come back too, and a map with no product', () => {
  const map = folded()
  const anywhere = { ...map, u: map.u.map((_, at) => (at % 3 === 0 ? 65_535 : (at * 40_503) & 0xffff)) }
  const found = unpackMap(packMap(anywhere, { u: 1, v: 1 }))
  expect(farthest(anywhere.u, found.u, (at) => map.coverage[at]! > 0)).toBeLessThanOrEqual(1)
  const none = { ...map, coverage: new Uint8Array(WIDTH * HEIGHT) }
  expect(unpackMap(packMap(none, TOLERANCE)).u).toEqual(new Uint16Array(WIDTH * HEIGHT))
})

test('a packed map squeezes to a fraction of its bytes, and what is none is refused', () => {
  const packed = packMap(folded(), TOLERANCE)
  expect(gzipSync(packed).length).toBeLessThan(WIDTH * HEIGHT * 5 * 0.08)
  expect(() => unpackMap(packed.subarray(0, packed.length - 1))).toThrow(RangeError)
  expect(() => unpackMap(packed.subarray(0, 5000))).toThrow(RangeError)
  expect(() => unpackMap(new Uint8Array(3))).toThrow(RangeError)
  expect(() => packMap(folded(), { u: 0.5, v: 4 })).toThrow(RangeError)
})
