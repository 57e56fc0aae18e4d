import { expect, test } from 'vitest'
import { METRES_PER_INCH, placePrint, printArea } from '../src/geometry/placement.ts'
import { manifest } from './synthetic-plate.ts'

const garment = { print: { ...manifest.print, centerY: undefined, top: 0.2, centerX: 0.01 } }

test('a print is as wide as its size says, in inches, with its aspect kept and centred', () => {
  for (const [name, inches] of [
    ['small', 8],
    ['medium', 10],
    ['large', 12],
  ] as const) {
    const box = placePrint(garment, name, { width: 1000, height: 700 })
    expect(box.width / METRES_PER_INCH).toBeCloseTo(inches, 9)
    expect(box.height / box.width).toBeCloseTo(0.7, 9)
    expect(box.left + box.width / 2).toBeCloseTo(0.01, 9)
    expect(box.top).toBe(0.2)
  }
})

test('a tall design is made smaller until it fits the area', () => {
  const box = placePrint(garment, 'large', { width: 500, height: 2000 })
  expect(box.height / METRES_PER_INCH).toBeCloseTo(16, 9)
  expect(box.width / box.height).toBeCloseTo(0.25, 9)
})

test('where only a centre is known, the print is centred on it', () => {
  const box = placePrint(manifest, 'small', { width: 100, height: 50 })
  expect(box.top - box.height / 2).toBeCloseTo(0, 9)
})

test('no design of any shape leaves the area', () => {
  for (const print of [garment, manifest]) {
    const area = printArea(print)
    for (const [width, height] of [
      [1, 1000],
      [1000, 1],
      [300, 400],
      [12_000, 12_000],
    ] as const)
      for (const name of ['small', 'medium', 'large'] as const) {
        const box = placePrint(print, name, { width, height })
        expect(box.left).toBeGreaterThanOrEqual(area.left - 1e-9)
        expect(box.top).toBeLessThanOrEqual(area.top + 1e-9)
        expect(box.top - box.height).toBeGreaterThanOrEqual(area.top - area.height - 1e-9)
      }
  }
})
