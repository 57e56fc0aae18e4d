import { isUniqueViolation } from '@printroom/db/client'
import type { Context } from '../context.ts'
import { grant } from '../credits/ledger.ts'
import { AppError } from '../errors.ts'

/** Makes an account, with its first credits. @returns its id @throws AppError email_taken */
export async function createAccount({ db, env }: Context, email: string): Promise<string> {
  try {
    return await db.$transaction(async (tx) => {
      const { id } = await tx.user.create({ data: { email } })
      await grant(tx, id, { amount: env.SIGNUP_CREDITS, bucket: 'topup', reason: 'signup', idempotencyKey: `signup:${id}` })
      return id
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('email_taken') : error
  }
}
