import type { UserWire } from '@printroom/contract/wire'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { register } from './register.ts'
import { toUserWire } from './user-wire.ts'

/**
 * Signs in with what a Google account says of itself, making the account at the first time. The body is believed only
 * where an email alone is: with verification off, on loopback. With it on, a verified ID token is needed.
 * @throws AppError not_configured, invalid_credentials (the email belongs to another Google account)
 */
export async function googleLogin(context: Context, { email, uid }: { email: string; uid: string }): Promise<UserWire> {
  const { db, env } = context
  if (env.verification === 'on') throw new AppError('not_configured', { error: 'Sign-in with Google is not configured.' })
  const known = await db.user.findUnique({ where: { googleUid: uid } })
  if (known) return toUserWire(known)
  const { id } = (await db.user.findUnique({ where: { email } })) ?? (await register(context, { email }))
  const { count } = await db.user.updateMany({ where: { id, googleUid: null }, data: { googleUid: uid } })
  if (count === 0) throw new AppError('invalid_credentials')
  return toUserWire(await db.user.findUniqueOrThrow({ where: { id } }))
}
