import { API_KEYS_MAX } from '@printroom/contract/limits'
import type { ApiKeyWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { SignedIn } from './sessions.ts'
import { hashOf, newToken } from './secrets.ts'
import { toUserWire } from './user-wire.ts'

/** Says what it is wherever it turns up by mistake: to a person, and to scanners of published code. */
const PREFIX = 'prk_'
const ENDING_CHARS = 4
/** The last use is kept to this many milliseconds. */
const USED_EVERY_MS = 60_000

/** Whether a bearer token is one of our API keys by its beginning; whether it is valid is another question. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX)

type Row = {
  id: string
  name: string
  ending: string
  scope: 'read' | 'write'
  lastUsedAt: Date | null
  createdAt: Date
}
const toWire = (key: Row): ApiKeyWire => ({
  id: key.id,
  name: key.name,
  ending: key.ending,
  scope: key.scope,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
})

/** Makes a key. `token` is shown this once; a hash is what we keep. @throws AppError bad_input when there are too many, unauthorized */
export async function createApiKey(
  { db }: Context,
  userId: UserId,
  key: { name: string; scope: 'read' | 'write' },
): Promise<ApiKeyWire & { token: string }> {
  const token = PREFIX + newToken()
  const row = await db.$transaction(async (tx) => {
    // Two calls at once would both find room for the last, and one beside the account's deletion would outlive it.
    const [user] = await tx.$queryRaw<
      object[]
    >`SELECT id FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL FOR UPDATE`
    if (!user) throw new AppError('unauthorized')
    if ((await tx.apiKey.count({ where: { userId } })) >= API_KEYS_MAX)
      throw new AppError('bad_input', {
        error: `An account has at most ${API_KEYS_MAX} keys. Revoke one that is not used any more.`,
      })
    return tx.apiKey.create({ data: { userId, ...key, tokenHash: hashOf(token), ending: token.slice(-ENDING_CHARS) } })
  })
  return { ...toWire(row), token }
}

/** A user's keys, newest first. */
export async function listApiKeys({ db }: Context, userId: UserId): Promise<ApiKeyWire[]> {
  return (await db.apiKey.findMany({ where: { userId }, orderBy: { createdAt: 'desc' } })).map(toWire)
}

/** Ends a key at once. @throws AppError not_found */
export async function revokeApiKey({ db }: Context, userId: UserId, id: string): Promise<void> {
  const { count } = await db.apiKey.deleteMany({ where: { id, userId } })
  if (count === 0) throw new AppError('not_found')
}

/** Who a key speaks for, or null. */
export async function readApiKey({ db, clock }: Context, token: string): Promise<SignedIn | null> {
  const key = await db.apiKey.findUnique({ where: { tokenHash: hashOf(token) }, include: { user: true } })
  if (!key || key.user.deletedAt) return null
  const now = clock.now()
  if (now.getTime() - (key.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS)
    await db.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } })
  return { userId: key.userId as UserId, user: toUserWire(key.user), access: key.scope, sessionId: null, cookie: null }
}
