import type { UserWire } from '@printroom/contract/wire'
import type { UserId } from '../context.ts'
import type { Lucia } from './lucia.ts'

export type SignedIn = { userId: UserId; user: UserWire; sessionId: string; cookie: string | null }

/** Opens a session. Returns the `Set-Cookie` value that carries it. */
export async function openSession(lucia: Lucia, userId: string): Promise<string> {
  const session = await lucia.createSession(userId, {})
  return lucia.createSessionCookie(session.id).serialize()
}

/** Ends a session everywhere at once. Returns the `Set-Cookie` value that clears it. */
export async function endSession(lucia: Lucia, sessionId: string | null): Promise<string> {
  if (sessionId) await lucia.invalidateSession(sessionId)
  return lucia.createBlankSessionCookie().serialize()
}

/** Who a request's session id belongs to, or null. `cookie` is a renewed `Set-Cookie` value when half its life is over. */
export async function readSession(lucia: Lucia, sessionId: string | null): Promise<SignedIn | null> {
  if (!sessionId) return null
  const { session, user } = await lucia.validateSession(sessionId)
  if (!session) return null
  return {
    userId: user.id as UserId,
    user: { id: user.id, email: user.email, created_at: user.createdAt.toISOString() },
    sessionId: session.id,
    cookie: session.fresh ? lucia.createSessionCookie(session.id).serialize() : null,
  }
}
