/** Numbers, sizes and dates in the person's own locale. */

const number = new Intl.NumberFormat()
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })

export const formatNumber = (value: number): string => number.format(value)
export const formatDate = (iso: string): string => day.format(new Date(iso))
export const formatDateTime = (iso: string): string => moment.format(new Date(iso))
export const formatCents = (cents: number): string => dollars.format(cents / 100)

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${number.format(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`
}

/** `1 mockup`, `4 mockups`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`
