import { describeBrowser, type Browser } from '@printroom/core/domain/auth/browser'
import { readCookie } from '@printroom/core/domain/auth/cookie'
import type { FastifyRequest } from 'fastify'

const YEAR_SECONDS = 365 * 24 * 3600
const TOKEN = /^[\w-]{43}$/

const nameOf = (isProduction: boolean) => (isProduction ? '__Host-printroom_browser' : 'printroom_browser')

/** The browser that asks: the secret in its cookie, which binds sign-in codes to it and lets it in without one later. */
export function readBrowser({ headers }: FastifyRequest, isProduction: boolean): Browser {
  const token = readCookie(headers.cookie, nameOf(isProduction))
  return { token: token !== null && TOKEN.test(token) ? token : null, name: describeBrowser(headers['user-agent']) }
}

/** The `Set-Cookie` value that keeps a browser's secret for a year. */
export const browserCookie = (token: string, isProduction: boolean): string =>
  `${nameOf(isProduction)}=${token}; HttpOnly; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${isProduction ? '; Secure' : ''}`
