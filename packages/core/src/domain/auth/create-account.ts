import { isUniqueViolation } from '@printroom/db/client'
import type { Context } from '../../context.ts'
import { grant } from '../credits/ledger.ts'
import { AppError } from '../../errors.ts'

/**
 * Makes an account, with its first credits unless its mailbox had them before: an account can be deleted and made anew,
 * and a mailbox has as many emails as somebody puts tags to it. What counts as one mailbox, the database's `mailbox_of` says.
 * @returns its id
 * @throws AppError email_taken
 */
export async function createAccount({ db, env }: Context, email: string): Promise<string> {
  try {
    return await db.$transaction(async (tx) => {
      const { id } = await tx.user.create({ data: { email } })
      // Two names of one mailbox at once: the second waits here and finds that the first was welcomed.
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(email_fingerprint(${email}), 0))`
      const [{ welcomed } = { welcomed: true }] = await tx.$queryRaw<
        { welcomed: boolean }[]
      >`SELECT was_welcomed(${email}) AS welcomed`
      if (welcomed) return id
      await grant(tx, id, {
        amount: env.SIGNUP_CREDITS,
        bucket: 'topup',
        reason: 'signup',
        idempotencyKey: `signup:${id}`,
      })
      return id
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('email_taken') : error
  }
}
