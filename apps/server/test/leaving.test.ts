import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { MockupWire } from '@printroom/contract/wire'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { WEBHOOK_SECRET, openSandbox, sign } from './sandbox.ts'

const sandbox = await openSandbox()
const testServer = await openTestServer({ SANDBOX_URL: sandbox.url, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET })
const { db } = testServer.context
const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
  .png()
  .toBuffer()
const SHOT = {
  product: 'mug',
  colour: 'mug-white',
  model_style: 'studio-product',
  background: 'off-white',
  design_size: 'medium',
}

async function bring(): Promise<void> {
  for (const event of await sandbox.news()) {
    const body = JSON.stringify(event)
    await fetch(`${testServer.url}/api/stripe/webhook`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': sign(body) },
    })
  }
}

/** A seller with a design, a mockup of it, a plan, a key and a second session. */
async function seller(email: string) {
  const client = await new Client(testServer).register(email)
  const design = await (await client.upload(png, 'green sun.png')).json()
  const mockup = await (
    await client.fetch('/api/generate-mockup', { json: { ...SHOT, design_id: design.id } })
  ).json<MockupWire>()
  const { url } = await (
    await client.fetch('/api/create-checkout-session', { json: { plan: 'pro' } })
  ).json<{ url: string }>()
  await sandbox.page(url, { card: 'works' })
  await bring()
  // A webhook is answered before a worker has done what it says.
  await vi.waitFor(
    async () => expect(await db.user.findUnique({ where: { email } })).toMatchObject({ subscriptionPlan: 'pro' }),
    { timeout: 60_000 },
  )
  const key = await client.fetch('/api/trpc/account.createApiKey', { json: { name: 'import', scope: 'read' } })
  const { token } = (await key.json<{ result: { data: { token: string } } }>()).result.data
  await new Client(testServer).fetch('/api/designs', { headers: { authorization: `Bearer ${token}` } })
  const requests = () => db.apiRequest.count({ where: { userId: client.userId } })
  await vi.waitFor(async () => expect(await requests()).toBe(1), { timeout: 60_000 })
  await new Client(testServer).fetch('/api/auth/login', { json: { email } })
  return { client, design, mockup, token, email }
}
const stored = async () =>
  (await readdir(join(testServer.env.DATA_DIR!, 'files'), { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile())
    .map(({ name }) => name)
const leave = (who: Client, confirmation: string) => who.fetch('/api/trpc/account.remove', { json: { confirmation } })

describe('leaving', { timeout: 300_000 }, () => {
  it('takes everything along: one zip with the record as JSON, and the files', async () => {
    await testServer.startWorker()
    const { client, design, mockup, token, email } = await seller('exporting@example.com')
    await seller('somebody-else@example.com')
    const answer = await client.fetch('/api/account/export')
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="printroom-account.zip"')
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
    const text = Buffer.from(files['account.json']!).toString()
    const account = JSON.parse(text)
    expect(account.user).toMatchObject({ id: client.userId, email, subscriptionPlan: 'pro', planCredits: 500 })
    expect(account.designs).toEqual([
      expect.objectContaining({
        id: design.id,
        filename: 'green sun.png',
        file: expect.stringContaining('green sun.png'),
      }),
    ])
    expect(account.mockups).toEqual([
      expect.objectContaining({
        id: mockup.id,
        colour: 'mug-white',
        file: expect.stringMatching(/^mockups\/.*\.jpg$/),
      }),
    ])
    expect(account.generations).toHaveLength(1)
    expect(account.sessions).toHaveLength(2)
    expect(account.api_keys).toEqual([expect.objectContaining({ name: 'import', scope: 'read' })])
    expect(account.api_requests).toEqual([expect.objectContaining({ path: '/api/designs', status: 200 })])
    expect(account.credit_entries.map(({ reason }: { reason: string }) => reason)).toEqual([
      'signup',
      'reserve',
      'capture',
      'plan_cycle',
    ])
    expect(account.purchases).toEqual([expect.objectContaining({ kind: 'plan_cycle', plan: 'pro', amountCents: 2999 })])
    // Nothing that opens anything, and nobody else's.
    for (const secret of [token, client.session, 'tokenHash', 'token_hash', 'somebody-else'])
      expect(text).not.toContain(secret)

    expect(Object.keys(files).toSorted()).toEqual(
      ['account.json', account.designs[0].file, account.mockups[0].file].toSorted(),
    )
    const served = async (url: string) => Buffer.from(await (await client.fetch(url)).arrayBuffer())
    expect(Buffer.from(files[account.designs[0].file]!).equals(await served(design.file_url))).toBe(true)
    expect(Buffer.from(files[account.mockups[0].file]!).equals(await served(mockup.file_url))).toBe(true)
    expect((await sharp(files[account.mockups[0].file]).metadata()).width).toBe(2048)
  })

  it('does not happen by accident: another text than the account’s own email deletes nothing', async () => {
    const { client, email } = await seller('careful@example.com')
    for (const typed of ['', 'delete', 'somebody-else@example.com', 'careful@example.co']) {
      const refused = await leave(client, typed)
      expect([typed, refused.status]).toEqual([typed, 400])
    }
    expect((await client.fetch('/api/account/export', { method: 'DELETE' })).status).toBe(404)
    expect((await client.fetch('/api/user')).status).toBe(200)
    expect(await db.user.findUnique({ where: { email } })).toMatchObject({ subscriptionPlan: 'pro', deletedAt: null })
  })

  it('leaves nothing of the person: subscription, files and ways in are gone, and the ledger names nobody', async () => {
    const { client, token, email } = await seller('gone@example.com')
    const before = await db.user.findUniqueOrThrow({ where: { id: client.userId } })
    const [design, mockup] = [
      await db.design.findFirstOrThrow({ where: { userId: before.id } }),
      await db.mockup.findFirstOrThrow({ where: { userId: before.id } }),
    ]
    const keys = [design.fileKey, design.thumbnailKey, mockup.fileKey, mockup.thumbnailKey]
    expect(await stored()).toEqual(expect.arrayContaining(keys))
    const entries = await db.creditEntry.findMany({ where: { userId: before.id }, orderBy: { seq: 'asc' } })
    const waiting = await client.fetch('/api/trpc/billing.watch?input=%7B%7D')
    await waiting.body?.cancel()

    const left = await leave(client, ' Gone@Example.com ')
    expect([left.status, left.headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(/^printroom_session=;/)])
    const { data: subscriptions } = await sandbox.get<{ data: { status: string }[] }>(
      `/v1/subscriptions?customer=${before.stripeCustomerId}&status=all`,
    )
    expect(subscriptions.filter(({ status }) => status !== 'canceled')).toEqual([])
    await bring()

    const where = { userId: before.id }
    const leftOver = [
      db.design.count({ where }),
      db.mockup.count({ where }),
      db.generation.count({ where }),
      db.session.count({ where }),
      db.apiKey.count({ where }),
      db.apiRequest.count({ where }),
      db.trustedDevice.count({ where }),
    ]
    expect(await Promise.all(leftOver)).toEqual([0, 0, 0, 0, 0, 0, 0])
    await vi.waitFor(async () => expect((await stored()).filter((name) => keys.includes(name))).toEqual([]), {
      timeout: 60_000,
      interval: 250,
    })
    expect((await fetch(`${testServer.url}/api/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    )
    expect((await new Client(testServer).fetch('/api/auth/login', { json: { email } })).status).toBe(401)

    const after = await db.user.findUniqueOrThrow({ where: { id: before.id } })
    expect(after).toMatchObject({
      email: `deleted-${before.id}@deleted.invalid`,
      googleUid: null,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      subscriptionPlan: 'none',
    })
    expect(
      (await db.creditEntry.findMany({ where: { userId: before.id }, orderBy: { seq: 'asc' } })).slice(
        0,
        entries.length,
      ),
    ).toEqual(entries)
    const { _sum } = await db.creditEntry.aggregate({ where: { userId: before.id }, _sum: { amount: true } })
    expect(after.planCredits + after.topupCredits).toBe(_sum.amount)
  })

  it('waits while payments cannot be ended, and has deleted nothing then', async () => {
    const { client } = await seller('unreachable@example.com')
    const { payments } = testServer.context
    const del = vi
      .spyOn(payments!.stripe.customers, 'del')
      .mockRejectedValueOnce(Object.assign(new Error('no route'), { type: 'StripeConnectionError' }))
    expect((await leave(client, 'unreachable@example.com')).status).toBeGreaterThanOrEqual(500)
    expect(del).toHaveBeenCalledOnce()
    expect((await client.fetch('/api/designs')).status).toBe(200)
    expect(await db.design.count({ where: { userId: client.userId } })).toBe(1)
  })
})
