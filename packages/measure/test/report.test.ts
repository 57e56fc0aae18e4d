import { expect, test } from 'vitest'
import { sheetOf } from '../src/print/sheet.ts'
import { reportOf } from '../src/report.ts'
import { targetOf } from '../src/plate/target.ts'

const reported = (size: number, p95: number, foldMiss = 0.03) =>
  reportOf({
    target: { ...targetOf('t-shirt'), sheet: sheetOf(13, 16) },
    name: 'own-1',
    markers: 170,
    corners: 400,
    dropped: 0,
    errors: { median: 0.2, p95, most: 9, tested: 1500 },
    shares: { trusted: 1, folded: 0, uncertain: 0 },
    size,
    blur: 1,
    pixelsPerInch: 90,
    clipped: 0,
    ripple: 0,
    step: 0,
    foldMiss,
    inks: [],
    garment: { confidence: 1, isTrusted: true, tint: 0 },
    seconds: 9,
  })

const isUnsure = (size: number, p95: number) => reported(size, p95).warnings.some((text) => text.includes('less sure'))

test('a map is marked as less sure from 2 pixels at 2048 on, however few the photograph has', () => {
  expect([isUnsure(2048, 1.95), isUnsure(2048, 2.05)]).toEqual([false, true])
  // A folded tote, rendered: 1.85 of 1,800 were predicted, 3.7 of 2,048 were missed.
  expect([isUnsure(1800, 1.7), isUnsure(1800, 1.85)]).toEqual([false, true])
})

test('light is marked as less sure where black shows folds that white does not', () => {
  const isMarked = (foldMiss: number) =>
    reported(2048, 0.5, foldMiss).warnings.some((text) => text.startsWith('The light is less sure'))
  expect([isMarked(0.044), isMarked(0.045)]).toEqual([false, true])
})
