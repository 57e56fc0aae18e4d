import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { end } from './processes.ts'

/*
 * One seller, several server processes on one database, everything at once. No worker makes pictures, so an accepted order is
 * answered 202 at once. MONEY_SERVERS=4 is the whole of it; two are enough to see that no process counts by itself.
 */
const SERVERS = Number(process.env.MONEY_SERVERS ?? 2)
const START_MS = 120_000

const testServer = await openTestServer({ GENERATION_WAIT_SECONDS: '0', WORKER_CONCURRENCY: '0' })
const { db } = testServer.context
const servers: ChildProcess[] = []
const addresses: string[] = []
const seller = await new Client(testServer).register('rush@example.com')
const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()
const { id: designId } = await (await seller.upload(png)).json()

beforeAll(async () => {
  for (let count = 0; count < SERVERS; count++) addresses.push(await startServer())
}, START_MS)
afterAll(async () => {
  for (const server of servers) await end(server)
})

async function startServer(): Promise<string> {
  const server = spawn(process.execPath, APP_PROGRAM, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH, ...testServer.env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(server)
  let address = ''
  for await (const line of server.stdout!) {
    address = /"address":"([^"]+)"/.exec(String(line))?.[1] ?? ''
    if (address) break
  }
  server.stdout!.resume()
  return address
}

/** An order at one of the servers, in turn. */
const order = async (
  nth: number,
  key: string,
  colour = 'mug-white',
  who: Record<string, string> = { cookie: seller.cookie },
) => {
  const json = {
    design_id: designId,
    product: 'mug',
    colour,
    model_style: 'studio-product',
    background: 'white-studio',
    design_size: 'medium',
  }
  const response = await fetch(`${addresses[nth % addresses.length]}/api/generate-mockup`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(json),
  })
  return { status: response.status, body: await response.text() }
}
const setCredits = async (wanted: number) => {
  const { topupCredits } = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
  await db.creditEntry.create({
    data: {
      userId: seller.userId,
      amount: wanted - topupCredits,
      bucket: 'topup',
      reason: 'support',
      idempotencyKey: `to-${wanted}-${Date.now()}`,
    },
  })
}
const books = async () => {
  const user = await db.user.findUniqueOrThrow({ where: { id: seller.userId } })
  const { _sum } = await db.creditEntry.aggregate({ where: { userId: seller.userId }, _sum: { amount: true } })
  return { balance: user.planCredits + user.topupCredits, ledger: _sum.amount }
}

describe('several servers at once', () => {
  it('accept 37 of 200 orders on 37 credits and refuse the others for the want of a credit', async () => {
    await setCredits(37)
    const answers = await Promise.all(Array.from({ length: 200 }, (_, nth) => order(nth, `rush-${nth}`)))
    const counts: Record<number, number> = {}
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
    expect(counts).toEqual({ 202: 37, 402: 163 })
    expect(await books()).toEqual({ balance: 0, ledger: 0 })
  })

  it('take one order, one credit and give 100 equal answers for one key, and refuse it for another order', async () => {
    await setCredits(50)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, nth) => order(nth, 'once')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(202)
    expect(await books()).toEqual({ balance: 49, ledger: 49 })
    expect((await order(1, 'once', 'mug-red')).status).toBe(409)
  })

  it('let an API key spend 37 of a cap of 37 by 200 orders, batches whole or not at all, and count what comes back', async () => {
    await setCredits(500)
    const keys = (path: string, json: object) => seller.fetch(`/api/trpc/account.${path}`, { json })
    const made = await keys('createApiKey', { name: 'rush', scope: 'make', monthly_cap: 37 })
    const { id, token } = (await made.json<{ result: { data: { id: string; token: string } } }>()).result.data
    const who = { authorization: `Bearer ${token}` }
    const spent = async () => (await db.apiKeyMonth.findMany({ where: { apiKeyId: id } })).map((month) => month.spent)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, nth) => order(nth, `capped-${nth}`, 'mug-black', who)),
    )
    const [taken, refused] = [202, 402].map((of) => answers.filter(({ status }) => status === of))
    expect([taken!.length, refused!.length, await spent()]).toEqual([37, 163, [37]])
    for (const { body } of refused!)
      expect(JSON.parse(body)).toMatchObject({
        code: 'key_cap_reached',
        error: expect.stringMatching(
          /^This API key may spend 37 credits a month and has none left until \w+ 1, \d+\. Raise its cap on the account page, or wait\.$/,
        ),
        needed: 1,
        available: 0,
      })
    expect(await books()).toEqual({ balance: 463, ledger: 463 })
    expect((await order(0, 'by-session', 'mug-black')).status).toBe(202) // its owner is not held to it

    const orders = taken!.slice(0, 3).map(({ body }) => (JSON.parse(body) as { generation_id: string }).generation_id)
    for (const order of orders) await seller.fetch(`/api/generations/${order}`, { method: 'DELETE' })
    expect(await spent()).toEqual([34])
    const batch = async (nth: number, colours: string[]) => {
      const scenes = [{ style: 'studio-product', background: 'white-studio' }]
      const response = await fetch(`${addresses[nth % addresses.length]}/api/batches`, {
        method: 'POST',
        headers: { ...who, 'content-type': 'application/json' },
        body: JSON.stringify({ designIds: [designId], products: [{ product: 'mug', colours, scenes }] }),
      })
      return { status: response.status, body: await response.text() }
    }
    const four = await batch(0, ['mug-white', 'mug-red', 'mug-blue', 'mug-navy'])
    expect([four.status, four.body]).toEqual([
      402,
      expect.stringContaining(
        'This order needs 4 credits. This API key may spend 37 credits a month and has 3 left until',
      ),
    ])
    await keys('changeApiKey', { id, monthly_cap: 34 + 11 })
    const twos = await Promise.all(Array.from({ length: 20 }, (_, nth) => batch(nth, ['mug-white', 'mug-red'])))
    expect([twos.filter(({ status }) => status === 200).length, await spent()]).toEqual([5, [44]])
    const { _sum } = await db.creditEntry.aggregate({ where: { apiKeyId: id }, _sum: { amount: true } })
    expect(_sum.amount).toBe(-44 - orders.length)
  })
})
