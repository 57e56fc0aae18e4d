import { useHydrated } from '@tanstack/react-router'

/** Numbers, sizes and dates in the person's own locale. */

/** What pages are prerendered in. */
const PRERENDERED_LOCALE = 'en-US'

/** The locale for what a prerendered page shows: the prerendering's until the page is hydrated, then the person's own. */
export const useLocale = (): string | undefined => (useHydrated() ? undefined : PRERENDERED_LOCALE)

/** Made when it is first used: each costs a browser milliseconds, and no page needs all. */
function once<T>(make: (locale?: string) => T): (locale?: string) => T {
  const made = new Map<string | undefined, T>()
  return (locale) => {
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}

const number = once((locale) => new Intl.NumberFormat(locale))
const day = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))
const moment = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))
const dollars = once(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }),
)

export const formatNumber = (value: number, locale?: string): string => number(locale).format(value)
export const formatDate = (iso: string): string => day().format(new Date(iso))
export const formatDateTime = (iso: string): string => moment().format(new Date(iso))
export const formatCents = (cents: number, locale?: string): string => dollars(locale).format(cents / 100)

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`
  return `${formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB`
}

/** `1 mockup`, `4 mockups`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`
