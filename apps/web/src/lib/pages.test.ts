import { expect, test } from 'vitest'
import { itemsOf, withFirst, withItems } from '~/lib/pages.ts'

const row = (id: string) => ({ id })
const list = {
  pages: [
    { items: [row('c'), row('b')], next: 'x' },
    { items: [row('a')], next: null },
  ],
  pageParams: [null, 'x'],
}

test('rows come in the order of the pages, each once', () => {
  expect(itemsOf(list.pages)).toEqual(['c', 'b', 'a'].map(row))
  expect(itemsOf([...list.pages, { items: [row('b')] }])).toEqual(['c', 'b', 'a'].map(row))
})

test('what is new stands first, what is gone stands nowhere, and the cursors stay', () => {
  expect(withFirst(list, [row('d'), row('a')])).toEqual({
    ...list,
    pages: [
      { items: ['d', 'a', 'c', 'b'].map(row), next: 'x' },
      { items: [], next: null },
    ],
  })
  expect(withItems(list, (items) => items.filter(({ id }) => id !== 'b'))?.pages[0]).toEqual({
    items: [row('c')],
    next: 'x',
  })
  expect(withFirst(undefined, [row('a')])).toBeUndefined()
})
