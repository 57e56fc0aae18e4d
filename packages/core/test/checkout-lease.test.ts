import { expect, it } from 'vitest'
import { withCheckoutLease } from '../src/domain/billing/checkout-lease.ts'
import { createSeller, createFixture } from './fixture.ts'

const { db, context } = await createFixture()
/** Only a hang takes so long. */
const PATIENCE = { timeout: 30_000 }

const leasesOf = (userId: string) => db.checkoutLease.count({ where: { userId } })

it('two of one seller’s go one after the other; another seller’s does not wait', async () => {
  const [maya, noor] = [await createSeller(db), await createSeller(db)]
  const order: string[] = []
  let end = () => {}
  const first = withCheckoutLease(context, maya, async () => {
    order.push('first begins')
    await new Promise<void>((resolve) => (end = resolve))
    order.push('first ends')
  })
  await expect.poll(() => order, PATIENCE).toEqual(['first begins'])
  const second = withCheckoutLease(context, maya, async () => void order.push('second'))
  await withCheckoutLease(context, noor, async () => void order.push('another’s'))
  end()
  await Promise.all([first, second])
  expect(order).toEqual(['first begins', 'another’s', 'first ends', 'second'])
  expect([await leasesOf(maya), await leasesOf(noor)]).toEqual([0, 0])
})

it('one whose process died is free when it has run out, and who slept through its end goes no further', async () => {
  const maya = await createSeller(db)
  let isAsleep = false
  let wake = () => {}
  const sleeper = withCheckoutLease(context, maya, async (renew) => {
    await renew()
    isAsleep = true
    await new Promise<void>((resolve) => (wake = resolve))
    await renew()
    return 'went on'
  })
  // Not before it has renewed its lease: that would undo its running out.
  await expect.poll(() => isAsleep, PATIENCE).toBe(true)
  await db.$executeRaw`UPDATE checkout_leases SET expires_at = now() - interval '1 second' WHERE user_id = ${maya}::uuid`
  await withCheckoutLease(context, maya, async () => {
    wake()
    await expect(sleeper).rejects.toMatchObject({ code: 'payments_unreachable' })
    expect(await leasesOf(maya)).toBe(1)
  })
  expect(await leasesOf(maya)).toBe(0)
})

it('is given back when the work fails', async () => {
  const maya = await createSeller(db)
  await expect(withCheckoutLease(context, maya, () => Promise.reject(new Error('Stripe says no')))).rejects.toThrow(
    'Stripe says no',
  )
  expect(await leasesOf(maya)).toBe(0)
})
