import { fromLinear } from '@printroom/studio/tone/srgb'
import { expect, test } from 'vitest'
import type { Correspondence } from '../src/find/corners.ts'
import { labelsOf, shareAt } from '../src/light/sheet-labels.ts'
import { alignWindows } from '../src/map/align.ts'
import { fitSurface } from '../src/map/fit-surface.ts'
import { sheetOf } from '../src/print/sheet.ts'

const PER_INCH = 70
const MARGIN = 12
/** How far the print lies from where the map has it, in pixels, and by how many inches its ink is wider. */
const OFF = [0.4, -0.3] as const
const RAN = 0.004

test('windows of the print find where it lies to hundredths of a pixel, and about how far ink has run', async () => {
  const sheet = sheetOf(3.8, 3.3)
  const labels = await labelsOf(sheet, 1.2 / PER_INCH)
  const [width, height] = [sheet.width, sheet.height].map((inches) => Math.ceil(inches * PER_INCH) + 2 * MARGIN) as [
    number,
    number,
  ]
  const share = (x: number, y: number) => shareAt(labels.near, labels, x, y)
  const grey = Uint8Array.from({ length: width * height }, (_, at) => {
    const x = ((at % width) + 0.5 - MARGIN - OFF[0]) / PER_INCH
    const y = (Math.floor(at / width) + 0.5 - MARGIN - OFF[1]) / PER_INCH
    const step = 0.01
    const slope = Math.hypot(share(x + step, y) - share(x - step, y), share(x, y + step) - share(x, y - step))
    const ink = Math.min(1, share(x, y) + (RAN * slope) / (2 * step))
    // Lit from one side.
    return Math.round(255 * fromLinear((0.4 + (0.3 * x) / sheet.width) * (1 - 0.95 * ink)))
  })
  const corners: Correspondence[] = [0, 1, 2, 3, 4].flatMap((i) =>
    [0, 1, 2, 3, 4].map((j) => {
      const [x, y] = [(i / 4) * sheet.width, (j / 4) * sheet.height]
      return { x, y, px: x * PER_INCH + MARGIN, py: y * PER_INCH + MARGIN, kind: 'board' as const }
    }),
  )
  const surface = fitSurface(
    corners.map((corner) => ({ ...corner, weight: 1 })),
    sheet,
    sheet.pitch,
    0.01,
  )
  const photo = { width, height, grey, rgb: new Uint8Array(0) }
  const found = alignWindows(photo, sheet, labels, surface, corners, null)
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
  expect(found.length).toBeGreaterThan(100)
  const misses = found.map(({ x, y, px, py }) =>
    Math.hypot(px - MARGIN - OFF[0] - x * PER_INCH, py - MARGIN - OFF[1] - y * PER_INCH),
  )
  expect(middle(misses)).toBeLessThan(0.06)
  expect(Math.abs(middle(found.map(({ wider }) => wider)) - RAN)).toBeLessThan(0.0025)
  // A picture of nothing is no print.
  const empty = { ...photo, grey: grey.map((_, at) => 120 + (at % 7)) }
  expect(alignWindows(empty, sheet, labels, surface, corners, 0)).toEqual([])
})
