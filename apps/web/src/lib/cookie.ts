import { HAS_WINDOW } from '~/lib/has-window.ts'

const DAY_SECONDS = 24 * 60 * 60

export function readCookie(name: string): string | null {
  if (!HAS_WINDOW) return null
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair ? pair.slice(name.length + 1) : null
}

export function writeCookie(name: string, value: string, days: number): void {
  document.cookie = `${name}=${value}; path=/; max-age=${days * DAY_SECONDS}; samesite=lax`
}
