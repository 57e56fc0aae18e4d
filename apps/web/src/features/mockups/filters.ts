import type { Grouping } from '@printroom/contract/groupings'
import type { MockupFilter } from '@printroom/contract/mockup-filters'
import { SEARCH_MAX_CHARS } from '@printroom/contract/limits'

/** How My Mockups is filtered and grouped, as its address says it. `from` and `to` are days where the person is, both included. */
export type Filters = {
  q?: string
  design?: string
  product?: string
  colour?: string
  style?: string
  background?: string
  side?: string
  from?: string
  to?: string
  favourites?: true
  by?: 'batch'
}
export type FilterName = Exclude<keyof Filters, 'by'>

export const FILTER_NAMES: readonly FilterName[] = [
  'q',
  'design',
  'product',
  'colour',
  'style',
  'background',
  'side',
  'from',
  'to',
  'favourites',
]

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const VALUE_MAX_CHARS = 64

/** An address may say anything: what cannot be meant is passed over. */
export function readFilters(search: Record<string, unknown>): Filters {
  const text = (name: string, most: number): string | undefined => {
    const value = search[name]
    return typeof value === 'string' ? value.trim().slice(0, most) || undefined : undefined
  }
  const value = (name: string) => text(name, VALUE_MAX_CHARS)
  const day = (name: string) => {
    const written = value(name)
    return written && isDay(written) ? written : undefined
  }
  const design = value('design')
  const read: Filters = {
    q: text('q', SEARCH_MAX_CHARS),
    design: design && UUID.test(design) ? design : undefined,
    product: value('product'),
    colour: value('colour'),
    style: value('style'),
    background: value('background'),
    side: value('side'),
    from: day('from'),
    to: day('to'),
    favourites: String(search.favourites) === 'true' ? true : undefined,
    by: search.by === 'batch' ? 'batch' : undefined,
  }
  return Object.fromEntries(Object.entries(read).filter(([, each]) => each !== undefined))
}

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/

/** The begin of a day where the person is, or of the one after it. */
function beginOf(day: string, later = 0): Date {
  const [, year, month, date] = DAY.exec(day) ?? []
  return new Date(Number(year), Number(month) - 1, Number(date) + later)
}

/** What the server takes for a day: from 1970, and one that is in the calendar. */
const isDay = (text: string): boolean =>
  DAY.test(text) && text >= '1970-01-02' && text < '9998' && beginOf(text).getDate() === Number(text.slice(-2))

type Query = MockupFilter & { by?: Grouping }

/** What the server is asked: nothing where nothing is filtered, as the page asks before its scripts are there. */
export function queryOf({
  q,
  design,
  product,
  colour,
  style,
  background,
  side,
  from,
  to,
  favourites,
  by,
}: Filters): Query {
  return {
    ...(q && { q }),
    ...(design && { design_id: design }),
    ...(product && { product }),
    ...(colour && { colour }),
    ...(style && { style }),
    ...(background && { background }),
    ...(side && { side }),
    ...(from && { from: beginOf(from).toISOString() }),
    ...(to && { before: beginOf(to, 1).toISOString() }),
    ...(favourites && { is_favourite: true }),
    ...(by && { by }),
  }
}

/** The filters that are set; how the list is grouped is none. */
export const setFilters = (filters: Filters): FilterName[] => FILTER_NAMES.filter((name) => filters[name] !== undefined)
