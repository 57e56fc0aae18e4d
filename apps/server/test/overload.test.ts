import { LONGEST_LINE } from '@printroom/core/limits/overload'
import { createDb } from '@printroom/db/client'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const { DATABASE_POOL } = testServer.context.env
const other = createDb(testServer.env.DATABASE_URL!, 2)
afterAll(() => other.$disconnect())

const person = await new Client(testServer).register('person@example.com')
const program = await new Client(testServer).register('program@example.com')
const made = await program.fetch('/api/trpc/account.createApiKey', { json: { name: 'many', scope: 'make' } })
const { token } = (await made.json<{ result: { data: { token: string } } }>()).result.data
const ask = (path: string, init: RequestInit = {}) =>
  fetch(testServer.url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })

it('more than can be answered is refused at once, with when to come again; the rest is answered, and people are', async () => {
  // Whoever signs in or is looked up waits for this: the line grows as if all came in one moment.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  onTestFinished(() => letGo()) // or nothing that waits would ever end
  let holding: Promise<void> | undefined
  await new Promise<void>((locked) => {
    holding = other.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`
      locked()
      await held
    })
  })

  const [asked, refused, accepted] = [2 * LONGEST_LINE, [] as Response[], [] as Response[]]
  const all = Array.from({ length: asked }, async (_, nth) => {
    const answer = nth % 2 ? await ask('/api/user') : await ask('/api/trpc/generation.pace')
    ;(answer.status === 200 ? accepted : refused).push(answer)
  })
  // Less than the transaction that holds the table may take.
  await vi.waitFor(
    () =>
      expect(refused.length, 'too few were refused: the line is longer than it may be').toBeGreaterThanOrEqual(
        asked - LONGEST_LINE - DATABASE_POOL,
      ),
    { timeout: 25_000 },
  )
  expect(accepted).toHaveLength(0)
  const order = await ask('/api/generate-mockup', { method: 'POST' })
  expect([order.status, (await order.json()) as object]).toEqual([
    503,
    {
      error: 'More is asked of us at the moment than we can answer. Please try again in a moment.',
      code: 'overloaded',
    },
  ])
  const waits = [order, ...refused].map(({ headers }) => Number(headers.get('retry-after')))
  expect([Math.min(...waits), Math.max(...waits), new Set(waits).size]).toEqual([1, 5, 5])
  for (const path of ['/healthz', '/docs/api', '/api/openapi.json'])
    expect((await fetch(testServer.url + path)).status).toBe(200)
  const page = person.fetch('/api/user')
  const crowd = Array.from({ length: 2 * LONGEST_LINE }, () => person.fetch('/api/user').then(({ status }) => status))
  expect(await Promise.race(crowd)).toBe(503) // people, too, where twice as many wait

  letGo()
  await Promise.all([holding, ...all])
  expect((await page).status).toBe(200)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([200, 503]))
  expect(accepted.length + refused.length).toBe(asked)
  expect(accepted.length).toBeGreaterThanOrEqual(LONGEST_LINE)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  expect((await ask('/api/user')).status).toBe(200)
})
