import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packMap, unpackMap } from '../src/plate/uv-map-codec.ts'
import type { UvMap } from '../src/plate/plate.ts'

/** A disc of cloth whose left half lies elsewhere on the pattern than its right. */
function torn(side: number): UvMap {
  const map = {
    width: side,
    height: side,
    u: new Uint16Array(side * side),
    v: new Uint16Array(side * side),
    coverage: new Uint8Array(side * side),
  }
  for (let y = 0, at = 0; y < side; y++)
    for (let x = 0; x < side; x++, at++) {
      const distance = Math.hypot(x - side / 2, y - side / 2) - side * 0.4
      if (distance > 2) continue
      map.coverage[at] = Math.round(255 * Math.min(1, Math.max(0, 0.5 - distance)))
      map.u[at] = (x < side / 2 ? 1000 : 40_000) + 120 * x + 30 * Math.sin(y / 9)
      map.v[at] = 65_535 - 110 * y
    }
  return map
}

test('a map comes back with its coverage, and its places to a few parts of 65,535', () => {
  const map = torn(96)
  const { width, height, u, v, coverage } = unpackMap(packMap(map))
  expect([width, height]).toEqual([96, 96])
  expect(coverage).toEqual(map.coverage)
  const farthest = (from: Uint16Array, to: Uint16Array) =>
    from.reduce((most, value, at) => Math.max(most, Math.abs(value - to[at]!)), 0)
  expect(farthest(map.u, u)).toBeLessThanOrEqual(4)
  expect(farthest(map.v, v)).toBeLessThanOrEqual(4)
})

test('a packed map squeezes to a fraction of its bytes, and a cut one is refused', () => {
  const packed = packMap(torn(256))
  expect(gzipSync(packed).length).toBeLessThan(256 * 256 * 5 * 0.08)
  expect(() => unpackMap(packed.subarray(0, packed.length - 1))).toThrow(RangeError)
})
