import { expect, test } from 'vitest'
import { type Correspondence, innerCorners } from '../src/find/corners.ts'
import { fitCylinder } from '../src/map/fit-cylinder.ts'
import { fitSurface } from '../src/map/fit-surface.ts'
import { pixelAt } from '../src/map/surface.ts'
import { sheetOf } from '../src/print/sheet.ts'
import { randomOf } from './made/random.ts'

const SEEN = { width: 2250, height: 3000 }
const SHEET = sheetOf(3.8, 3.3)

/** What a camera sees of a place of the sheet on a mug: lens of 24 mm, seen from a little above and from the left, distorted. */
function photographed(x: number, y: number, radius = 1.62): [number, number] {
  const around = x / radius - SHEET.width / 2 / radius
  const mug = { right: radius * Math.sin(around), up: SHEET.height / 2 - y, near: radius * Math.cos(around) - radius }
  const [side, above] = [0.3, 0.2]
  const right = Math.cos(side) * mug.right - Math.sin(side) * mug.near
  const near = Math.sin(side) * mug.right + Math.cos(side) * mug.near
  const up = Math.cos(above) * mug.up - Math.sin(above) * near
  const away = 7.5 - (Math.sin(above) * mug.up + Math.cos(above) * near)
  const [u, v] = [(0.67 * (right + 0.3)) / away, (-0.67 * (up - 0.2)) / away]
  const bend = 3000 * (1 - 0.13 * (u * u + v * v))
  return [1125 + u * bend, 1500 + v * bend]
}

const away = (one: readonly number[], other: readonly number[]) => Math.hypot(one[0]! - other[0]!, one[1]! - other[1]!)
const worst = (values: readonly number[]) => Math.max(...values)

/** The board's corners, found to a fifth of a pixel, one in twenty of them somewhere else. */
function found(see: (x: number, y: number) => [number, number]): Correspondence[] {
  const random = randomOf(4)
  const noise = (by: number) => by * (random() + random() - 1)
  return innerCorners(SHEET).map(({ x, y }, i) => {
    const [px, py] = see(x, y)
    const by = i % 20 === 7 ? 60 : 0.3
    return { kind: 'board', x, y, px: px + noise(by), py: py + noise(by) }
  })
}

test('a mug is told from the places that are found on it, and goes on where none are', () => {
  const all = found(photographed)
  const [left, right] = [worst(all.map(({ x }) => -x)) * -1, worst(all.map(({ x }) => x))]
  const seen = all.filter(({ x }) => x > left + 0.1)
  const mug = fitCylinder(SEEN, SHEET, seen)!
  const rows = innerCorners(SHEET).filter(({ x }) => x === left)
  const missed = (at: (x: number, y: number) => readonly number[]) =>
    worst(rows.map(({ x, y }) => away(at(x, y), photographed(x, y))))
  expect(right - left).toBeGreaterThan(2)
  expect(missed(mug)).toBeLessThan(1)
  // A surface that bends little from the mug does as well; one that bends little from a plane goes on straight.
  const weighed = seen.filter((_, i) => i % 20 !== 7).map(({ x, y, px, py }) => ({ x, y, px, py, weight: 1 }))
  const surface = (base: typeof mug | null) => fitSurface(weighed, SHEET, SHEET.pitch / 2.5, 0.02, base)
  const [onMug, onPlane] = [surface(mug), surface(null)]
  expect(missed((x, y) => pixelAt(onMug, x, y))).toBeLessThan(2.5)
  expect(missed((x, y) => pixelAt(onPlane, x, y))).toBeGreaterThan(5)
})

test('a surface that starts from a formula is that formula where nothing speaks against it', () => {
  const surface = fitSurface([], SHEET, SHEET.pitch / 3.75, 0.02, photographed)
  const misses = innerCorners(SHEET).map(({ x, y }) => away(pixelAt(surface, x + 0.1, y), photographed(x + 0.1, y)))
  expect(worst(misses)).toBeLessThan(0.1)
})

test('cloth in folds is no cylinder, and too few places tell none', () => {
  const folded = found((x, y) => {
    const [px, py] = photographed(x, y)
    return [px + 14 * Math.sin(5 * x + 2 * y), py + 9 * Math.cos(4 * x - 3 * y)]
  })
  expect(fitCylinder(SEEN, SHEET, folded)).toBeNull()
  expect(fitCylinder(SEEN, SHEET, found(photographed).slice(0, 20))).toBeNull()
})
