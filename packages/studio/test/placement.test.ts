import { expect, test } from 'vitest'
import { METRES_PER_INCH, placePrint, printArea, sharesOf } from '../src/geometry/placement.ts'
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

test('a design that is put where a size puts it lies there to the last bit, whatever its shape', () => {
  const shapes = [
    [1, 1],
    [1000, 700],
    [4096, 4097],
    [37, 11],
    [211, 977],
    [3, 1000],
  ] as const
  for (const area of [garment, manifest])
    for (const [width, height] of shapes)
      for (const name of ['small', 'medium', 'large'] as const) {
        const { maxWidthIn, maxHeightIn, sizesIn } = area.print
        const aspect = height / width
        const inches = Math.min(sizesIn[name], maxWidthIn, maxHeightIn / aspect)
        const y = area === garment ? (inches * aspect) / 2 : maxHeightIn / 2
        const placement = { x: maxWidthIn / 2, y, width: inches, rotation: 0 }
        expect(placePrint(area, 'medium', { width, height }, placement)).toStrictEqual(
          placePrint(area, name, { width, height }),
        )
      }
})

test('a placement is measured from the area’s left upper corner, right and down', () => {
  for (const each of [garment, manifest]) {
    const area = printArea(each)
    const box = placePrint(each, 'medium', { width: 200, height: 100 }, { x: 10.5, y: 2, width: 4, rotation: 0 })
    expect((box.left - area.left) / METRES_PER_INCH).toBeCloseTo(8.5, 9)
    expect((area.top - box.top) / METRES_PER_INCH).toBeCloseTo(1, 9)
    expect(box.width / METRES_PER_INCH).toBeCloseTo(4, 9)
    expect(box).not.toHaveProperty('turn')
  }
})

test('a turned design stays where its middle is and turns clockwise', () => {
  const box = { left: 0.1, top: 0.5, width: 0.4, height: 0.2 }
  const shareOf = (turn: number | undefined, x: number, y: number) => {
    const { origin, across, down } = sharesOf({ ...box, ...(turn !== undefined && { turn }) })
    const [right, up] = [x - origin[0], y - origin[1]]
    return [right * across[0] + up * across[1], right * down[0] + up * down[1]].map(
      (share) => Math.round(share * 1e9) / 1e9 + 0,
    )
  }
  for (const turn of [undefined, 30, 90, -45, 180]) expect(shareOf(turn, 0.3, 0.4)).toEqual([0.5, 0.5])
  // A quarter of a turn clockwise: what was the upper edge's middle is on the right.
  expect(shareOf(undefined, 0.3, 0.5)).toEqual([0.5, 0])
  expect(shareOf(90, 0.4, 0.4)).toEqual([0.5, 0])
  expect(shareOf(-90, 0.2, 0.4)).toEqual([0.5, 0])
})
