import type { UserWire } from '@printroom/contract/wire'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { createAccount } from './create-account.ts'
import { toUserWire } from './user-wire.ts'

/**
 * The account of somebody who has proved that an email is theirs, made at the first time. Whoever opened it before with
 * nothing but the email (verification was off then) loses every way in at the first proof: sessions, known browsers, keys,
 * codes that were asked for, and a Google account that was never checked.
 * @param googleUid what Google proved besides; null when a mailed code was the proof
 * @throws AppError invalid_credentials when the email belongs to another Google account
 */
export async function acceptProof(context: Context, email: string, googleUid: string | null): Promise<UserWire> {
  const { db, clock, log } = context
  const id = await accountOf(context, email)
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${id}::uuid FOR UPDATE`
    const user = await tx.user.findUniqueOrThrow({ where: { id } })
    if (user.emailVerifiedAt === null) {
      const where = { userId: id }
      const ended = await tx.session.deleteMany({ where })
      await tx.trustedDevice.deleteMany({ where })
      await tx.apiKey.deleteMany({ where })
      await tx.loginCode.deleteMany({ where: { email } })
      if (ended.count > 0)
        log.warn({ userId: id, sessions: ended.count }, 'the first proof of an email ended what was open before it')
      return toUserWire(await tx.user.update({ where: { id }, data: { emailVerifiedAt: clock.now(), googleUid } }))
    }
    if (googleUid === null || user.googleUid === googleUid) return toUserWire(user)
    if (user.googleUid !== null) throw new AppError('invalid_credentials')
    return toUserWire(await tx.user.update({ where: { id }, data: { googleUid } }))
  })
}

async function accountOf(context: Context, email: string): Promise<string> {
  const find = () => context.db.user.findUnique({ where: { email }, select: { id: true } })
  const known = await find()
  if (known) return known.id
  try {
    return await createAccount(context, email)
  } catch (error) {
    const made = await find() // by a second call at the same time
    if (made) return made.id
    throw error
  }
}
