import type { BatchEstimateWire, BatchRequest } from '@printroom/contract/batches'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import type { Context, UserId } from '../../context.ts'
import { secondsUntilMade } from '../generation/line.ts'
import { holdersOf } from '../generation/same-picture.ts'
import { draftOrders } from './drafts.ts'
import type { BatchPicture } from './picture.ts'
import { readWanted } from './wanted.ts'

/**
 * What a batch would cost and how long it would take if it were ordered now; orders nothing.
 * @throws AppError not_found (a design, its pack)
 */
export async function estimateBatch(
  context: Context,
  userId: UserId,
  request: BatchRequest,
): Promise<BatchEstimateWire> {
  const { db } = context
  const { asked, pictures, refused, leftOut } = await readWanted(context, userId, request)
  const charged = asked - (await freeAmong(context, userId, pictures))
  const credits = charged * CREDITS_PER_MOCKUP
  const { planCredits, topupCredits } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const available = planCredits + topupCredits
  return {
    pictures: asked,
    free: asked - charged,
    credits,
    available,
    missing: Math.max(0, credits - available),
    minutes: Math.ceil((await secondsUntilMade(context, userId, charged)) / 60),
    refused,
    left_out: leftOut,
  }
}

/** How many of these would be to the pixel one that the seller has, has on the way, or that stands before it. */
async function freeAmong(context: Context, userId: UserId, pictures: readonly BatchPicture[]): Promise<number> {
  const { db } = context
  const drafts = await draftOrders(db, context, userId, pictures)
  const alike = drafts.flatMap(({ pictureIdentity }) => pictureIdentity ?? [])
  const identities = [...new Set(alike)]
  const there = (await holdersOf(db, userId, identities)).filter(({ isGone }) => !isGone)
  return alike.length - identities.length + there.length
}
