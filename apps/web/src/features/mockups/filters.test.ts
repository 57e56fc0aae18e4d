import { expect, test } from 'vitest'
import { queryOf, readFilters, setFilters } from '~/features/mockups/filters.ts'

const DESIGN = '01900000-0000-7000-8000-000000000001'

test('an address is read as it was written', () => {
  const filters = {
    q: 'sunset club',
    design: DESIGN,
    product: 'mug',
    from: '2026-11-01',
    favourites: true,
    by: 'batch',
  }
  expect(readFilters({ ...filters, mockup: 'x' })).toEqual(filters)
  expect(readFilters({ q: '2026', favourites: 'true' })).toEqual({ q: '2026', favourites: true })
})

test('what cannot be meant is passed over', () => {
  expect(
    readFilters({
      q: '   ',
      design: 'a design',
      product: ['mug'],
      from: '2026-02-30',
      to: 'yesterday',
      favourites: 'yes',
      by: 'colour',
    }),
  ).toEqual({})
  expect(readFilters({ q: 'a'.repeat(500) }).q).toHaveLength(100)
  expect(readFilters({ from: '0000-01-01', to: '9999-12-31' })).toEqual({})
})

test('days are the person’s own, both of them included', () => {
  const { from, before } = queryOf({ from: '2026-11-01', to: '2026-11-01' })
  expect(new Date(before ?? 0).getTime() - new Date(from ?? 0).getTime()).toBe(24 * 3_600_000)
  expect(new Date(from ?? 0).getHours()).toBe(0)
})

test('without a filter the server is asked what it is asked before the scripts are there', () => {
  expect(queryOf({})).toEqual({})
  expect(setFilters({ by: 'batch' })).toEqual([])
  expect(setFilters({ q: 'a', favourites: true })).toEqual(['q', 'favourites'])
})
