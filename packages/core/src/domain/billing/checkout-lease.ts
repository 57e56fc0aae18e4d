import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'

/** Longer than any one call to Stripe takes with its repetitions: a lease is renewed before each that matters. */
const LEASE_SECONDS = 60
/** Somebody else's checkout of the same seller is waited for this long. */
const PATIENCE_MS = 20_000
const LOOK_AGAIN_MS = { first: 50, growth: 1.5, most: 1_000 }

/** Makes sure that the lease is still held, and holds it for its full time again. @throws AppError payments_unreachable */
export type RenewLease = () => Promise<void>

/**
 * Does something that two requests of one seller must not do at once, in whichever processes they are. A lease and no
 * lock: while Stripe is asked, neither a transaction nor a connection waits. A holder that died is waited for no longer
 * than its lease.
 * @throws AppError payments_unreachable when another request of the seller's does not end in time
 */
export async function withCheckoutLease<T>(
  { db }: Pick<Context, 'db'>,
  userId: UserId,
  work: (renew: RenewLease) => Promise<T>,
): Promise<T> {
  const holder = randomUUID()
  const until = Date.now() + PATIENCE_MS
  for (
    let pauseMs = LOOK_AGAIN_MS.first;
    !(await take());
    pauseMs = Math.min(LOOK_AGAIN_MS.most, pauseMs * LOOK_AGAIN_MS.growth)
  ) {
    if (Date.now() > until) throw new AppError('payments_unreachable')
    await pause(pauseMs)
  }
  try {
    return await work(async () => {
      if (!(await take())) throw new AppError('payments_unreachable')
    })
  } finally {
    await db.checkoutLease.deleteMany({ where: { userId, holder } })
  }

  /** Takes the lease, or takes it again, unless another holds it. */
  async function take(): Promise<boolean> {
    const taken = await db.$executeRaw`
      INSERT INTO checkout_leases (user_id, holder, expires_at)
      VALUES (${userId}::uuid, ${holder}::uuid, now() + make_interval(secs => ${LEASE_SECONDS}::int))
      ON CONFLICT (user_id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE checkout_leases.holder = excluded.holder OR checkout_leases.expires_at < now()`
    return taken > 0
  }
}
