import { isUniqueViolation } from '@printroom/db/client'
import type { Context } from '../context.ts'
import { grant } from '../credits/ledger.ts'
import { AppError } from '../errors.ts'

/**
 * Makes an account, with its first credits unless this email had them before: an account can be deleted and made anew.
 * @returns its id
 * @throws AppError email_taken
 */
export async function createAccount({ db, env }: Context, email: string): Promise<string> {
  try {
    return await db.$transaction(async (tx) => {
      const { id } = await tx.user.create({ data: { email } })
      const welcomed = await tx.$queryRaw<object[]>`SELECT 1 FROM welcome_grants WHERE email_hash = email_fingerprint(${email})`
      if (welcomed.length > 0) return id
      await grant(tx, id, { amount: env.SIGNUP_CREDITS, bucket: 'topup', reason: 'signup', idempotencyKey: `signup:${id}` })
      return id
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('email_taken') : error
  }
}
