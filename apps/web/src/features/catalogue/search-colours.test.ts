import { expect, test } from 'vitest'
import { coloursFor } from '@printroom/contract/colours'
import { searchColours } from '~/features/catalogue/search-colours.ts'

const MUGS = coloursFor('mug', null)

test('finds a colour by its label or its value, in any case', () => {
  expect(searchColours(MUGS, ' COBALT ').map(({ value }) => value)).toEqual(['mug-cobalt-blue'])
  expect(searchColours(MUGS, 'mug-')).toHaveLength(MUGS.length)
  expect(searchColours(MUGS, '')).toBe(MUGS)
  expect(searchColours(MUGS, 'plaid')).toEqual([])
})
