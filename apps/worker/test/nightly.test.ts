import { createCheckout } from '@printroom/core/domain/billing/checkout'
import { createWorkerContext } from '@printroom/core/boot/worker-context'
import type { UserId } from '@printroom/core/context'
import { parseEnv } from '@printroom/core/env'
import { startSandbox } from '@printroom/core/testing/sandbox'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, expect, it, vi } from 'vitest'
import { startWorker } from '../src/worker.ts'

const { url } = await createTestDatabase()
const quiet = { info() {}, warn() {}, error() {} }
const env = {
  NODE_ENV: 'test',
  DATABASE_URL: url,
  SANDBOX_URL: await startSandbox(),
  STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
  WORKER_CONCURRENCY: '1',
}
const { context, close } = await createWorkerContext(parseEnv(env), quiet)
const { db } = context
afterAll(close)

/** As if the queue's clock had last run this long ago, and no worker had been there since. */
const sleepSince = (ago: string) => db.$executeRaw`
  INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
  VALUES ('reconcile-billing', now() - ${ago}::interval, now() - ${ago}::interval)
  ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`

it('the nightly comparison is run by the queue’s own clock, once a night, and mends a payment that no webhook told of', async () => {
  const user = await db.user.create({ data: { email: 'night@example.com' } })
  const { url: checkout } = await createCheckout(context, user.id as UserId, 'topup_50', 'http://shop.example')
  expect(
    (await fetch(checkout, { method: 'POST', body: new URLSearchParams({ card: 'works' }), redirect: 'manual' }))
      .status,
  ).toBe(303)
  expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).topupCredits).toBe(0)

  await sleepSince('2 days')
  const worker = await startWorker(context)
  await vi.waitFor(
    async () => expect(await db.billingReconciliation.count({ where: { finishedAt: { not: null } } })).toBe(1),
    { timeout: 30_000, interval: 200 },
  )
  await worker.stop()
  expect((await db.user.findUniqueOrThrow({ where: { id: user.id } })).topupCredits).toBe(50)
  expect(await db.billingReconciliation.findFirst()).toMatchObject({
    accounts: 1,
    mended: 1,
    failed: 0,
    report: [expect.stringMatching(/: 50 credits granted \(topup\)$/)],
  })

  const [{ last }] = await db.$queryRaw<
    [{ last: Date }]
  >`SELECT last_execution AS last FROM graphile_worker._private_known_crontabs WHERE identifier = 'reconcile-billing'`
  expect([last.getUTCHours(), last.getUTCMinutes()]).toEqual([3, 17])
  const another = await startWorker(context)
  await another.stop()
  expect(await db.$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'reconcile-billing'`).toEqual([])
})
