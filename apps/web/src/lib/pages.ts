import type { InfiniteData } from '@tanstack/react-query'

type Item = { id: string }
type Page = { items: Item[] }

/** The rows of a list as far as it is loaded, each once, although one may have moved to another page meanwhile. */
export function itemsOf<Of extends Page>(pages: readonly Of[]): Of['items'] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()]
}

/** The list with every page's rows changed. */
export const withItems = <Of extends Page, Cursor>(
  list: InfiniteData<Of, Cursor> | undefined,
  change: (items: Of['items']) => Of['items'],
): InfiniteData<Of, Cursor> | undefined =>
  list && { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) }

/** The list with other rows before its own, of which those that come with them are left out. */
export function withFirst<Of extends Page, Cursor>(
  list: InfiniteData<Of, Cursor> | undefined,
  items: Of['items'],
): InfiniteData<Of, Cursor> | undefined {
  const ids = new Set(items.map(({ id }) => id))
  const [first, ...others] = withItems(list, (all) => all.filter(({ id }) => !ids.has(id)))?.pages ?? []
  return list && first && { ...list, pages: [{ ...first, items: [...items, ...first.items] }, ...others] }
}
