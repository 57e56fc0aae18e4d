import { hashOf, newToken } from './secrets.ts'
import type { Context } from '../../context.ts'

/** Who asks: the secret in the browser's own cookie (null: it has none yet), and its kind in words. */
export type Browser = { token: string | null; name: string }

const ENGINES = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** "Firefox on Linux": enough for a person to know their own browser again, too little to follow anybody. */
export function describeBrowser(userAgent: string | undefined): string {
  const find = (kinds: readonly (readonly [RegExp, string])[]) =>
    kinds.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  const [engine, system] = [find(ENGINES), find(SYSTEMS)]
  if (engine && system) return `${engine} on ${system}`
  return engine ?? system ?? 'Unknown browser'
}

/** Whether this browser has proved before that it belongs to this email's owner. One query, whether or not there is an account. */
export async function knownAs({ db, clock }: Context, browser: Browser, email: string): Promise<string | null> {
  if (!browser.token) return null
  const [known] = await db.trustedDevice.updateManyAndReturn({
    where: { tokenHash: hashOf(browser.token), user: { email } },
    data: { lastUsedAt: clock.now() },
    select: { userId: true },
  })
  return known?.userId ?? null
}

/** Whether this browser has proved anybody's email before. */
export async function isKnown({ db }: Context, { token }: Browser): Promise<boolean> {
  return token !== null && (await db.trustedDevice.count({ where: { tokenHash: hashOf(token) }, take: 1 })) > 0
}

/**
 * Lets this browser in without a code from now on. It gets a new secret, and what it was known for before moves there:
 * a secret that somebody planted in it before is worth nothing after.
 * @returns the secret for its cookie
 */
export async function rememberBrowser({ db, clock }: Context, userId: string, browser: Browser): Promise<string> {
  const token = newToken()
  await db.$transaction(async (tx) => {
    const fresh = { tokenHash: hashOf(token), browser: browser.name, lastUsedAt: clock.now() }
    if (browser.token) {
      const before = hashOf(browser.token)
      await tx.trustedDevice.deleteMany({ where: { tokenHash: before, userId } })
      await tx.trustedDevice.updateMany({ where: { tokenHash: before }, data: { tokenHash: fresh.tokenHash } })
    }
    await tx.trustedDevice.create({ data: { userId, ...fresh } })
  })
  return token
}
