import type { SceneReportWire } from '@printroom/contract/scenes'
import { expect, test } from 'vitest'
import { factsOf } from '~/features/scenes/scene-words.ts'

const report = (size: number, p95: number, foldMiss = 0): SceneReportWire => ({
  map: { median: 0.2, p95, most: 9 },
  area: { printable: 1, folded: 0, uncertain: 0 },
  markers: { found: 170, of: 178 },
  psd: null,
  plate: { size, pixelsPerInch: 90 },
  step: 0,
  foldMiss,
  clipped: 0,
  recolours: true,
  warnings: [],
})

const mapOf = (size: number, p95: number) => factsOf(report(size, p95))[0]?.value

test('a map is exact up to 2 pixels at 2048, and to fewer where the plate is smaller', () => {
  expect([mapOf(2048, 1.95), mapOf(2048, 2.05)]).toEqual(['Exact', 'Less sure'])
  expect([mapOf(1800, 1.7), mapOf(1800, 1.85)]).toEqual(['Exact', 'Less sure'])
})

test('light is clear until folds were lost, from where the report warns of it too', () => {
  const lightOf = (foldMiss: number) => factsOf(report(2048, 1, foldMiss)).find(({ name }) => name === 'Light')
  expect(lightOf(0.044)).toMatchObject({ value: 'Clear', note: expect.stringContaining('folds are kept') })
  expect(lightOf(0.045)).toMatchObject({ value: 'Less sure', note: expect.stringContaining('folds or gloss were not') })
})
