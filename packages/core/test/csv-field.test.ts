import { expect, it } from 'vitest'
import { csvField } from '../src/domain/credits/csv-field.ts'

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1'])(
  'a spreadsheet is never given %j to run',
  (text) => {
    expect(csvField(text)).toBe(`"'${text}"`)
  },
)

it('a field keeps its commas, quotes and lines', () => {
  expect(csvField('Mockup: a "navy", large\nmug')).toBe('"Mockup: a ""navy"", large\nmug"')
  expect(csvField('Top-up')).toBe('"Top-up"')
})
