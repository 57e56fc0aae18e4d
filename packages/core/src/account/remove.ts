import { cancelForDeletion } from '../billing/cancel.ts'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { giveUp } from '../generation/steps.ts'
import { addJob } from '../jobs.ts'

/** A job's payload is a row in the database: files are forgotten by the hundred. */
const FILES_A_JOB = 200

/**
 * Deletes an account for good. The subscription ends first, so that nobody pays for an account that is not there; then, in
 * one transaction, everything of the person goes: ways in, designs, mockups, generations, email, Google and Stripe ids. The
 * ledger's entries stay, append-only as they are, on a row that names nobody, and so does the hash that keeps the welcome
 * credits to one account an email. The files go by jobs of that transaction,
 * which are tried until they are gone.
 * @param confirmation the account's own email, as the person typed it
 * @throws AppError bad_input (another text was typed), payments_unreachable (nothing was deleted)
 */
export async function removeAccount(context: Context, userId: UserId, confirmation: string): Promise<void> {
  const { db, clock, log } = context
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
  if (confirmation !== user.email)
    throw new AppError('bad_input', { error: 'Type the email of this account to delete it.', fields: { confirmation: 'This is not the email of this account' } })
  await cancelForDeletion(context, userId)

  const running = await db.generation.findMany({ where: { userId, status: { in: ['queued', 'rendering'] } }, select: { id: true } })
  for (const { id } of running) await giveUp(db, { id, attempt: null }, { sentence: 'The account was deleted.', detail: 'account deleted' })

  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE` // no new order comes between
    const where = { userId }
    const stored = [...(await tx.design.findMany({ where })), ...(await tx.mockup.findMany({ where }))]
    const keys = stored.flatMap(({ fileKey, thumbnailKey }) => [fileKey, thumbnailKey])
    for (let at = 0; at < keys.length; at += FILES_A_JOB)
      await addJob(tx, 'delete-files', { keys: keys.slice(at, at + FILES_A_JOB) }, `delete-account:${userId}:${at}`)
    await tx.mockup.deleteMany({ where })
    await tx.generation.deleteMany({ where })
    await tx.design.deleteMany({ where })
    await tx.session.deleteMany({ where })
    await tx.trustedDevice.deleteMany({ where })
    await tx.apiKey.deleteMany({ where })
    await tx.loginCode.deleteMany({ where: { email: user.email } })
    await tx.user.update({
      where: { id: userId },
      data: {
        email: `deleted-${userId}@deleted.invalid`,
        googleUid: null,
        emailVerifiedAt: null,
        stripeCustomerId: null,
        stripeSubscriptionId: null,
        subscriptionPlan: 'none',
        subscriptionStatus: null,
        subscriptionRenewsAt: null,
        subscriptionEndsAt: null,
        paymentRetryAt: null,
        deletedAt: clock.now(),
      },
    })
  })
  log.info({ userId }, 'an account was deleted')
}
