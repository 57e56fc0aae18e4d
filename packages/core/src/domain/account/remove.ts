import type { Prisma } from '@printroom/db/client'
import { cancelForDeletion } from '../billing/cancel.ts'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { giveUp } from '../generation/steps.ts'
import { addJob, removeJobsOf } from '../../jobs/jobs.ts'
import { keysOf } from '../files/keys.ts'
import { tellAllEnded } from '../../jobs/steps.ts'

/** A job's payload is a row in the database: files are forgotten by the hundred. */
const FILES_A_JOB = 200
/** Each try ends every order there is; only one that comes in the moment between asks for another. */
const TRIES = 20

/**
 * Deletes an account for good. The subscription ends first, so that nobody pays for an account that is not there; then, in
 * one transaction, everything of the person goes: ways in, uploads, designs, scenes, mockups, exports, shares, batches, packs, generations and their jobs,
 * email, Google and Stripe ids. The ledger's entries stay, append-only as they are and every reservation resolved, on a row
 * that names nobody, and so does the hash that keeps the welcome credits to one account an email. The files go by jobs of
 * that transaction, which are tried until they are gone.
 * @param confirmation the account's own email, as the person typed it
 * @throws AppError bad_input (another text was typed), payments_unreachable (nothing was deleted)
 */
export async function removeAccount(context: Context, userId: UserId, confirmation: string): Promise<void> {
  const { db, log } = context
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
  if (confirmation !== user.email)
    throw new AppError('bad_input', {
      error: 'Type the email of this account to delete it.',
      fields: { confirmation: 'This is not the email of this account' },
    })
  await cancelForDeletion(context, userId)

  for (let tries = 1; !(await forget(context, userId, user.email)); tries++)
    if (tries === TRIES) throw new Error('orders came faster than they could be ended')
  log.info({ userId }, 'an account was deleted')
}

/**
 * Ends the orders under way, each with its credit resolved, and then deletes what there is of the person in one
 * transaction. False, and nothing is deleted, when a new order came between the two.
 */
async function forget({ db, clock }: Context, userId: UserId, email: string): Promise<boolean> {
  const unfinished = { userId, status: { in: ['queued', 'rendering'] } } satisfies Prisma.GenerationWhereInput
  const ending = { sentence: 'The account was deleted.', detail: 'account deleted' }
  for (const { id } of await db.generation.findMany({ where: unfinished, select: { id: true } }))
    await giveUp(db, { id, attempt: null }, ending)

  return db.$transaction(async (tx) => {
    // Whatever is added for an account holds its row: from here on nothing is, and what waited finds it deleted. A worker
    // that gives a design its print copy holds the design's.
    await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId}::uuid FOR UPDATE`
    await tx.$queryRaw`SELECT id FROM designs WHERE user_id = ${userId}::uuid FOR UPDATE`
    if (await tx.generation.count({ where: unfinished })) return false
    const where = { userId }
    const made = await Promise.all([
      tx.design.findMany({ where }),
      tx.mockup.findMany({ where }),
      tx.mockupExport.findMany({ where }),
      tx.upload.findMany({ where }),
      tx.scene.findMany({ where }),
    ])
    const keys = made.flat().flatMap(keysOf)
    for (let at = 0; at < keys.length; at += FILES_A_JOB)
      await addJob(tx, 'delete-files', { keys: keys.slice(at, at + FILES_A_JOB) }, `delete-account:${userId}:${at}`)
    await removeJobsOf(tx, userId)
    await tellAllEnded(tx, userId)
    await tx.mockupExport.deleteMany({ where })
    await tx.upload.deleteMany({ where })
    await tx.share.deleteMany({ where })
    await tx.mockup.deleteMany({ where })
    await tx.scene.deleteMany({ where })
    await tx.generation.deleteMany({ where })
    await tx.batch.deleteMany({ where })
    await tx.pack.deleteMany({ where })
    await tx.design.deleteMany({ where })
    await tx.session.deleteMany({ where })
    await tx.trustedDevice.deleteMany({ where })
    await tx.apiKey.deleteMany({ where })
    await tx.apiRequest.deleteMany({ where })
    await tx.webhookEndpoint.deleteMany({ where })
    await tx.webhookEvent.deleteMany({ where })
    await tx.loginCode.deleteMany({ where: { email } })
    await tx.user.update({
      where: { id: userId },
      data: {
        email: `deleted-${userId}@deleted.invalid`,
        googleUid: null,
        nameTemplate: null,
        emailVerifiedAt: null,
        stripeCustomerId: null,
        stripeSubscriptionId: null,
        subscriptionPlan: 'none',
        subscriptionStatus: null,
        subscriptionRenewsAt: null,
        subscriptionEndsAt: null,
        paymentRetryAt: null,
        billingVersion: { increment: 1 }, // what is being read of Stripe at this moment is settled on no account
        deletedAt: clock.now(),
      },
    })
    return true
  })
}
