import type { UserWire } from '@printroom/contract/wire'
import { isUniqueViolation } from '@printroom/db/client'
import type { Context } from '../context.ts'
import { grant } from '../credits/ledger.ts'
import { AppError } from '../errors.ts'
import { toUserWire } from './user-wire.ts'

/** Makes an account, with its first credits. @throws AppError email_taken */
export async function register({ db, env }: Context, { email }: { email: string }): Promise<UserWire> {
  try {
    const user = await db.$transaction(async (tx) => {
      const created = await tx.user.create({ data: { email } })
      await grant(tx, created.id, {
        amount: env.SIGNUP_CREDITS,
        bucket: 'topup',
        reason: 'signup',
        idempotencyKey: `signup:${created.id}`,
      })
      return created
    })
    return toUserWire(user)
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('email_taken') : error
  }
}
