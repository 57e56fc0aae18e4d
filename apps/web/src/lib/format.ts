/** Numbers, sizes and dates in the person's own locale. */

/** Made when it is first used: each costs a browser milliseconds, and no page needs all. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const number = once(() => new Intl.NumberFormat())
const day = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }))
const moment = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }))
const dollars = once(
  () => new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
)

export const formatNumber = (value: number): string => number().format(value)
export const formatDate = (iso: string): string => day().format(new Date(iso))
export const formatDateTime = (iso: string): string => moment().format(new Date(iso))
export const formatCents = (cents: number): string => dollars().format(cents / 100)

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`
}

/** `1 mockup`, `4 mockups`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
