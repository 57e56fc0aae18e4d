import { afterAll, expect, it } from 'vitest'
import { createClient, type MockupOrder } from '../src/client.ts'
import { FAULTS, openFaultProxy, randomOf } from './fault-proxy.ts'
import { disc, openAccount, openTestServer } from './test-server.ts'

/** Ten thousand are for a quiet hour: PRINTROOM_FAULT_CALLS=10000. */
const CALLS = Number(process.env.PRINTROOM_FAULT_CALLS ?? 240)
const AT_ONCE = 6
const CREDITS = CALLS * 4

const testServer = await openTestServer()
const { db } = testServer
const seller = await openAccount(testServer, 'unlucky@example.com', CREDITS)
// Designs are read, and nobody makes pictures: every order waits, and may be given up.
await testServer.startWorker({ WORKER_CONCURRENCY: '0' })
const design = await seller.printroom.designs.upload(await disc('#0a7'), { filename: 'disc.png' })
const proxy = await openFaultProxy(testServer.url, { share: 0.4, seed: 20 })
afterAll(() => proxy.close())

const unlucky = createClient({
  url: proxy.url,
  apiKey: seller.apiKey,
  timeoutMs: 3_000,
  retry: { retries: 20, firstMs: 5, longestMs: 50 },
})
const COLOURS = ['mug-white', 'mug-navy', 'mug-red', 'mug-teal']
const mug = (colour: string) => ({
  design_id: design.id,
  product: 'mug',
  colour,
  model_style: 'studio-product',
  background: 'off-white',
})

it(
  `pays nothing twice in ${CALLS} calls of which four in ten go wrong, and explains every credit`,
  { timeout: 3_600_000 },
  async () => {
    const random = randomOf(7)
    const orders: MockupOrder[] = []
    const batches = new Set<string>()
    let [ordered, pictures, cancelled, made] = [0, 0, 0, 0]

    const order = async (copies: number) => {
      const idempotency_key = `order ${(ordered += 1)}`
      const wanted = { ...mug(COLOURS[Math.floor(random() * COLOURS.length)]!), idempotency_key }
      const all = await Promise.all(Array.from({ length: copies }, () => unlucky.mockups.create(wanted)))
      expect(new Set(all.map(({ generationId }) => generationId)).size).toBe(1)
      orders.push(all[0]!)
    }
    const acts: [share: number, act: () => Promise<void>][] = [
      [0.45, () => order(1)],
      [0.6, () => order(3)],
      [
        0.75,
        async () => {
          const given = orders.splice(Math.floor(random() * orders.length), 1)[0]
          if (!given || given.isAlreadyMade) return
          cancelled += 1
          await given.cancel()
        },
      ],
      [
        0.85,
        async () => {
          const { id } = await unlucky.batches.create({ items: COLOURS.slice(0, 3).map(mug), name: 'three' })
          batches.add(id)
          pictures += 3
        },
      ],
      [0.92, async () => void (await unlucky.credits.balance())],
      [1, async () => void (await unlucky.batches.estimate({ items: [mug('mug-white')] }))],
    ]
    const work = async () => {
      while (made < CALLS) {
        made += 1
        const dice = random()
        await acts.find(([share]) => dice < share)![1]()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))

    const where = { userId: seller.id }
    const generations = await db.generation.findMany({
      where,
      select: { id: true, sameAsId: true, cancelledAt: true, batchId: true },
    })
    const entries = await db.creditEntry.findMany({ where })
    const user = await db.user.findUniqueOrThrow({ where: { id: seller.id } })

    // What was ordered is there once, whatever became of its calls.
    expect(generations).toHaveLength(ordered + pictures)
    expect(new Set(generations.flatMap(({ batchId }) => batchId ?? []))).toEqual(batches)
    expect(generations.filter(({ cancelledAt }) => cancelledAt)).toHaveLength(cancelled)
    // Every order that was charged was charged once, every one that was given up has its credit back, and nothing else moved.
    const paid = generations.filter(({ sameAsId }) => sameAsId === null)
    const lines = (reason: string) =>
      entries
        .filter((entry) => entry.reason === reason)
        .map(({ reference }) => reference)
        .toSorted()
    expect(lines('reserve')).toEqual(paid.map(({ id }) => id).toSorted())
    expect(lines('release')).toEqual(paid.flatMap(({ id, cancelledAt }) => (cancelledAt ? [id] : [])).toSorted())
    const others = entries.filter(({ reason }) => reason !== 'reserve' && reason !== 'release')
    expect(others.map(({ reason }) => reason).toSorted()).toEqual(['signup', 'support'])
    expect(user.planCredits + user.topupCredits).toBe(entries.reduce((sum, { amount }) => sum + amount, 0))
    expect((await seller.printroom.credits.balance()).total).toBe(user.planCredits + user.topupCredits)

    // The network was as bad as it was meant to be.
    expect([...proxy.counts.keys()].toSorted()).toEqual([...FAULTS, 'none'].toSorted())
    console.info(
      `${ordered} orders, ${batches.size} batches, ${cancelled} given up; ${[...proxy.counts].map((each) => each.join(': ')).join(', ')}`,
    )
  },
)
