import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isMissing, paymentsOf } from './payments-of.ts'

/**
 * The user's customer at Stripe, made at the first need. However many ask at once there is one: the idempotency key
 * makes Stripe answer all of them alike, and the first to write it down wins.
 */
async function ensureCustomer(context: Context, userId: UserId, instead = ''): Promise<string> {
  const { db } = context
  const user = await db.user.findUnique({ where: { id: userId } })
  if (!user) throw new AppError('unauthorized')
  if (user.stripeCustomerId) return user.stripeCustomerId
  const { stripe } = paymentsOf(context)
  const customer = await stripe.customers.create(
    { email: user.email, metadata: { user_id: userId } },
    { idempotencyKey: `customer:${userId}${instead}` },
  )
  await db.user.updateMany({ where: { id: userId, stripeCustomerId: null }, data: { stripeCustomerId: customer.id } })
  return (await db.user.findUniqueOrThrow({ where: { id: userId } })).stripeCustomerId ?? customer.id
}

/** Does something with the user's customer; one that was deleted at Stripe is replaced, once. */
export async function withCustomer<T>(
  context: Context,
  userId: UserId,
  work: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = await ensureCustomer(context, userId)
  try {
    return await work(customer)
  } catch (error) {
    if (!isMissing(error, 'customer')) throw error
    context.log.warn({ userId, customer }, 'a customer is gone from Stripe; a new one is made')
    await context.db.user.updateMany({
      where: { id: userId, stripeCustomerId: customer },
      data: { stripeCustomerId: null },
    })
    return await work(await ensureCustomer(context, userId, `:${customer}`))
  }
}
