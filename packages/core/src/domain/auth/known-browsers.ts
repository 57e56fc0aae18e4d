import { DEVICES_MAX_SHOWN } from '@printroom/contract/limits'
import type { KnownBrowserWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Browser } from './browser.ts'
import { hashOf } from './secrets.ts'

/** The browsers that sign in to an account without a code, by last use; of very many the last used. */
export async function listKnownBrowsers(
  { db }: Context,
  userId: UserId,
  browser: Browser,
): Promise<KnownBrowserWire[]> {
  const rows = await db.trustedDevice.findMany({
    where: { userId },
    orderBy: { lastUsedAt: 'desc' },
    take: DEVICES_MAX_SHOWN,
  })
  const current = browser.token && hashOf(browser.token)
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    last_used_at: row.lastUsedAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    is_current: row.tokenHash === current,
  }))
}

/** Asks a browser for a code again. @throws AppError not_found */
export async function forgetBrowser({ db }: Context, userId: UserId, id: string): Promise<void> {
  const { count } = await db.trustedDevice.deleteMany({ where: { id, userId } })
  if (count === 0) throw new AppError('not_found')
}
