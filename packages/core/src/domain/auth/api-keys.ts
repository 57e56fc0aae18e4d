import type { ApiKeyChange, NewApiKey } from '@printroom/contract/api-key-schemas'
import { type ApiKeyWire, covers, type KeyScope, type OwnKeyWire } from '@printroom/contract/api-keys'
import { API_KEY_MAX_YEARS, API_KEYS_MAX } from '@printroom/contract/limits'
import { API_KEY } from '@printroom/contract/messages'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { monthOf } from '../credits/key-cap.ts'
import type { SignedIn } from './sessions.ts'
import { hashOf, newToken } from './secrets.ts'
import { networkOf } from './sign-in-limit.ts'
import { toUserWire } from './user-wire.ts'

/** Says what it is wherever it turns up by mistake: to a person, and to scanners of published code. */
const PREFIX = 'prk_'
const ENDING_CHARS = 4
/** The last use is kept to this many milliseconds. */
const USED_EVERY_MS = 60_000
const YEAR_MS = 365.25 * 86_400_000

/** Whether a bearer token is one of our API keys by its beginning; whether it is valid is another question. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX)

type Row = {
  id: string
  name: string
  ending: string
  scope: 'read' | 'write'
  canMake: boolean
  monthlyCap: number | null
  expiresAt: Date | null
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  createdAt: Date
  months: { spent: number }[]
}
/** A key that may make is stored as one that reads, so that a release which does not know it lets it do no more than that. */
const scopeOf = ({ scope, canMake }: Pick<Row, 'scope' | 'canMake'>): KeyScope =>
  scope === 'write' ? 'all' : canMake ? 'make' : 'read'
const stored = (scope: KeyScope) => ({ scope: scope === 'all' ? 'write' : 'read', canMake: scope === 'make' }) as const

const toOwnWire = (key: Row): OwnKeyWire => ({
  name: key.name,
  scope: scopeOf(key),
  monthly_cap: key.monthlyCap,
  spent_this_month: key.months[0]?.spent ?? 0,
  expires_at: key.expiresAt?.toISOString() ?? null,
})
const toWire = (key: Row): ApiKeyWire => ({
  ...toOwnWire(key),
  id: key.id,
  ending: key.ending,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  last_used_from: key.lastUsedFrom,
  created_at: key.createdAt.toISOString(),
})
const withMonth = ({ clock }: Pick<Context, 'clock'>) => ({ months: { where: { month: monthOf(clock.now()) } } })

/** Makes a key. `token` is shown this once; a hash is what we keep. @throws AppError bad_input when there are too many, or its end is past; unauthorized */
export async function createApiKey(
  context: Context,
  userId: UserId,
  { name, scope, monthly_cap, expires_at }: NewApiKey,
): Promise<ApiKeyWire & { token: string }> {
  const { db } = context
  const token = PREFIX + newToken()
  const data = { name, ...stored(scope), monthlyCap: monthly_cap, expiresAt: endOf(context, expires_at) }
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
    return tx.apiKey.create({
      data: { userId, ...data, tokenHash: hashOf(token), ending: token.slice(-ENDING_CHARS) },
    })
  })
  return { ...toWire({ ...row, months: [] }), token }
}

/**
 * Changes a key's name, cap or end, or narrows its scope: whoever has the token is not to get more than it was made for.
 * @throws AppError not_found, bad_input (a wider scope, an end that is past)
 */
export async function changeApiKey(
  context: Context,
  userId: UserId,
  { id, name, scope, monthly_cap, expires_at }: ApiKeyChange,
): Promise<ApiKeyWire> {
  const expiresAt = expires_at === undefined ? undefined : endOf(context, expires_at)
  return context.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM api_keys WHERE id = ${id}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
    const key = await tx.apiKey.findFirst({ where: { id, userId } })
    if (!key) throw new AppError('not_found')
    if (scope && !covers(scopeOf(key), scope))
      throw new AppError('bad_input', { error: API_KEY.onlyNarrower, fields: { scope: API_KEY.onlyNarrower } })
    const data = {
      ...(name !== undefined && { name }),
      ...(scope && stored(scope)),
      ...(monthly_cap !== undefined && { monthlyCap: monthly_cap }),
      ...(expiresAt !== undefined && { expiresAt, expiryToldAt: null }),
    }
    return toWire(await tx.apiKey.update({ where: { id, userId }, data, include: withMonth(context) }))
  })
}

/** A user's keys, newest first. */
export async function listApiKeys(context: Context, userId: UserId): Promise<ApiKeyWire[]> {
  const keys = await context.db.apiKey.findMany({
    where: { userId },
    orderBy: { createdAt: 'desc' },
    include: withMonth(context),
  })
  return keys.map(toWire)
}

/** What the key that asks is told of itself. @throws AppError unauthorized: it was revoked meanwhile */
export async function ownApiKey(context: Context, userId: UserId, id: string): Promise<OwnKeyWire> {
  const key = await context.db.apiKey.findFirst({ where: { id, userId }, include: withMonth(context) })
  if (!key) throw new AppError('unauthorized')
  return toOwnWire(key)
}

/** Ends a key at once. @throws AppError not_found */
export async function revokeApiKey({ db }: Context, userId: UserId, id: string): Promise<void> {
  const { count } = await db.apiKey.deleteMany({ where: { id, userId } })
  if (count === 0) throw new AppError('not_found')
}

/** Which key a request came with. */
export type KeyUsed = { id: string; userId: UserId; name: string; ending: string }
/** What a key's token opens: a session of its own, or nothing any more, and why. */
export type KeyRead = { key: KeyUsed } & ({ session: SignedIn; refusal: null } | { session: null; refusal: AppError })

type Read = Pick<Row, 'id' | 'name' | 'ending' | 'scope' | 'canMake' | 'expiresAt' | 'lastUsedAt'> & {
  userId: UserId
  email: string
  joinedAt: Date
}

/**
 * Who a key speaks for, or null where there is none of this token. `address` is where it is used from. Every request of a
 * program begins here: one statement, and none that Prisma has to plan.
 */
export async function readApiKey({ db, clock }: Context, token: string, address: string): Promise<KeyRead | null> {
  const [row] = await db.$queryRaw<Read[]>`
    SELECT k.id, k.name, k.ending, k.scope::text AS scope, k.can_make AS "canMake", k.expires_at AS "expiresAt",
      k.last_used_at AS "lastUsedAt", u.id AS "userId", u.email, u.created_at AS "joinedAt"
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.token_hash = ${hashOf(token)} AND u.deleted_at IS NULL`
  if (!row) return null
  const { id, name, ending, expiresAt, userId } = row
  const now = clock.now()
  const key = { id, userId, name, ending }
  if (expiresAt && expiresAt <= now)
    return { key, session: null, refusal: new AppError('key_expired', { error: API_KEY.expired(name, expiresAt) }) }
  if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS)
    await db.apiKey.updateMany({ where: { id }, data: { lastUsedAt: now, lastUsedFrom: networkOf(address) } })
  const user = toUserWire({ id: userId, email: row.email, createdAt: row.joinedAt })
  const session = { userId, user, access: scopeOf(row), keyId: id, sessionId: null, cookie: null }
  return { key, session, refusal: null }
}

/** @throws AppError bad_input where a key would end in the past, or nobody knows when */
function endOf({ clock }: Context, expires_at: string | null): Date | null {
  if (expires_at === null) return null
  const [end, now] = [new Date(expires_at), clock.now()]
  const problem =
    end <= now
      ? API_KEY.inThePast
      : end.getTime() > now.getTime() + API_KEY_MAX_YEARS * YEAR_MS
        ? API_KEY.tooFar(API_KEY_MAX_YEARS)
        : null
  if (problem) throw new AppError('bad_input', { error: problem, fields: { expires_at: problem } })
  return end
}
