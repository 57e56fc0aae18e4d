import type { KeyScope } from '@printroom/contract/api-keys'
import { DEVICES_MAX_SHOWN } from '@printroom/contract/limits'
import type { SessionWire, UserWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readCookie } from './cookie.ts'
import type { Lucia } from './lucia.ts'
import { hashOf } from './secrets.ts'
import { toUserWire } from './user-wire.ts'

/**
 * Who a request acts for. `access` tells a person's own session from their API key, and of that what it may do; `cookie` is a
 * renewed `Set-Cookie` value when there is one.
 */
export type SignedIn = { userId: UserId; user: UserWire; cookie: string | null } & (
  | { access: 'session'; sessionId: string; keyId: null }
  | { access: KeyScope; sessionId: null; keyId: string }
)

/** When a session was last used is kept to this many milliseconds: not every request is a write. */
const SEEN_EVERY_MS = 5 * 60_000

/** Opens a session. Returns the `Set-Cookie` value that carries it. */
export async function openSession({ clock }: Context, lucia: Lucia, userId: string, browser: string): Promise<string> {
  const session = await lucia.createSession(userId, { browser, lastSeenAt: clock.now() })
  return lucia.createSessionCookie(session.id).serialize()
}

/** Ends a session everywhere at once. Returns the `Set-Cookie` value that clears it. */
export async function endSession(lucia: Lucia, sessionId: string | null): Promise<string> {
  if (sessionId) await lucia.invalidateSession(sessionId)
  return lucia.createBlankSessionCookie().serialize()
}

/** What a request says of who sent it: the session's cookie, and what programs send as `Authorization: Bearer`. */
export function readCredentials(
  lucia: Lucia,
  headers: { authorization?: string | undefined; cookie?: string | undefined },
): { bearer: string | null; sessionId: string | null } {
  return {
    bearer: lucia.readBearerToken(headers.authorization ?? ''),
    sessionId: readCookie(headers.cookie, lucia.sessionCookieName),
  }
}

/** Who a request's session id belongs to, or null. Its cookie is renewed when half its life is over. */
export async function readSession(
  { db, clock }: Context,
  lucia: Lucia,
  sessionId: string | null,
): Promise<SignedIn | null> {
  if (!sessionId) return null
  const { session, user } = await lucia.validateSession(sessionId)
  if (!session) return null
  const now = clock.now()
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS)
    await db.session.updateMany({ where: { id: hashOf(sessionId) }, data: { lastSeenAt: now } })
  return {
    userId: user.id as UserId,
    user: toUserWire(user),
    access: 'session',
    sessionId: session.id,
    keyId: null,
    cookie: session.fresh ? lucia.createSessionCookie(session.id).serialize() : null,
  }
}

/** A user's sessions that live, the one that asks first, then by last use; of very many the last used. */
export async function listSessions({ db, clock }: Context, userId: UserId, currentId: string): Promise<SessionWire[]> {
  const current = hashOf(currentId)
  const living = { userId, expiresAt: { gt: clock.now() } }
  const [own, others] = await Promise.all([
    db.session.findMany({ where: { ...living, id: current } }),
    db.session.findMany({
      where: { ...living, id: { not: current } },
      orderBy: { lastSeenAt: 'desc' },
      take: DEVICES_MAX_SHOWN - 1,
    }),
  ])
  return [...own, ...others].map((row) => ({
    id: row.handle,
    browser: row.browser,
    last_seen_at: row.lastSeenAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    is_current: row.id === current,
  }))
}

/** Ends one of a user's sessions, on every process at its next request. @throws AppError not_found */
export async function revokeSession({ db }: Context, userId: UserId, handle: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { handle, userId } })
  if (count === 0) throw new AppError('not_found')
}

/** Ends every session of a user and forgets every browser that signs in without a code. API keys stay: programs are no browsers. */
export async function signOutEverywhere({ db }: Context, userId: UserId): Promise<void> {
  await db.$transaction([
    db.session.deleteMany({ where: { userId } }),
    db.trustedDevice.deleteMany({ where: { userId } }),
  ])
}

/** Forgets what is over: sessions, and codes a day after their end. */
export async function sweepSignIns({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await db.session.deleteMany({ where: { expiresAt: { lt: now } } })
  await db.loginCode.deleteMany({ where: { expiresAt: { lt: new Date(now.getTime() - 24 * 3_600_000) } } })
  // Half a year unused: the next sign-in there asks for a code again.
  await db.trustedDevice.deleteMany({ where: { lastUsedAt: { lt: new Date(now.getTime() - 180 * 24 * 3_600_000) } } })
}
