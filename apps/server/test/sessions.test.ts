import { describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { startProcess } from './processes.ts'

// One server is this process, the other a second one on the same database: what ends at one has ended at both.
const testServer = await openTestServer()
const other = await startProcess('server', { ...testServer.env, LOG_LEVEL: 'info' })
const { db } = testServer.context
const DAY_MS = 24 * 3_600_000

type Sent = { result: { data: unknown } }
type Session = { id: string; browser: string; is_current: boolean }
let people = 0
const join = async () => new Client(testServer).register(`person-${(people += 1)}@example.com`)
const signIn = async (email: string, userAgent = 'test') => {
  const who = new Client(testServer)
  await who.fetch('/api/auth/login', { json: { email }, headers: { 'user-agent': userAgent } })
  return who
}
/** The same browser at the other process. */
function there(who: Client): Client {
  const twin = new Client(other)
  for (const each of who.cookie.split('; ')) twin.keep(each)
  return twin
}
const isIn = async (who: Client) => {
  const statuses = [
    (await who.fetch('/api/user', { headers: { cookie: who.cookie } })).status,
    (await there(who).fetch('/api/user')).status,
  ]
  expect(statuses[0]).toBe(statuses[1])
  return statuses[0] === 200
}
const copyOf = (who: Client): Client => {
  const copy = new Client(testServer)
  for (const each of who.cookie.split('; ')) copy.keep(each)
  return copy
}
const ask = async <T>(who: Client, procedure: string): Promise<T> =>
  (await (await who.fetch(`/api/trpc/${procedure}`)).json<Sent>()).result.data as T
const act = (who: Client, procedure: string, json: object = {}) => who.fetch(`/api/trpc/${procedure}`, { json })
const emailOf = async (who: Client) => (await (await who.fetch('/api/user')).json()).email

describe('a session', () => {
  it('ends at every process when its person signs out at one', async () => {
    const maya = await join()
    const kept = copyOf(maya)
    expect(await isIn(kept)).toBe(true)
    const answer = await there(maya).fetch('/api/auth/logout', { method: 'POST' })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^printroom_session=;.*Max-Age=0/)
    expect(await isIn(kept)).toBe(false)
  })

  it('ends at every process after 30 days without a visit', async () => {
    const maya = await join()
    const kept = copyOf(maya)
    await db.session.updateMany({ where: { userId: maya.userId }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await isIn(kept)).toBe(false)
    expect(await db.session.count({ where: { userId: maya.userId } })).toBe(0)
  })

  it('lives on with each visit: from half its time the 30 days begin anew, and so does its cookie', async () => {
    const maya = await join()
    const expiry = async () =>
      (await db.session.findFirstOrThrow({ where: { userId: maya.userId } })).expiresAt.getTime()
    const daysLeft = async () => Math.round((await expiry()) - Date.now()) / DAY_MS
    expect(await daysLeft()).toBeCloseTo(30, 1)
    await db.session.updateMany({
      where: { userId: maya.userId },
      data: { expiresAt: new Date(Date.now() + 16 * DAY_MS) },
    })
    expect((await maya.fetch('/api/user')).headers.getSetCookie()).toEqual([])
    expect(await daysLeft()).toBeCloseTo(16, 1)
    await db.session.updateMany({
      where: { userId: maya.userId },
      data: { expiresAt: new Date(Date.now() + 14 * DAY_MS) },
    })
    expect((await maya.fetch('/api/user')).headers.getSetCookie()[0]).toContain(maya.session)
    expect(await daysLeft()).toBeCloseTo(30, 1)
  })

  it('gets a new id with every sign-in, and the one that a browser came with ends', async () => {
    const maya = await join()
    const email = await emailOf(maya)
    const planted = copyOf(maya)
    await maya.fetch('/api/auth/login', { json: { email } })
    expect(maya.session).not.toBe(planted.session)
    expect(maya.session).toMatch(/^[a-z2-7]{40}$/)
    expect([await isIn(maya), await isIn(planted)]).toEqual([true, false])
    // Nor is an id that the browser brings made into a session.
    const fixed = new Client(testServer)
    fixed.keep('printroom_session=mhvq2ym5kqfx7d3nrg2p5y7bxw4xq6zfa3t2c5ed')
    await fixed.fetch('/api/auth/login', { json: { email } })
    expect(fixed.session).not.toContain('mhvq2ym5')
  })

  it('is kept as a hash', async () => {
    const maya = await join()
    expect(JSON.stringify(await db.session.findMany({ where: { userId: maya.userId } }))).not.toContain(maya.session)
  })
})

describe('the list of devices', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

  it('names them, the one that asks first, and ends any one of them everywhere at once', async () => {
    const maya = await join()
    const email = await emailOf(maya)
    const [desk, phone] = [await signIn(email, FIREFOX), await signIn(email, IPHONE)]
    const list = await ask<Session[]>(desk, 'account.sessions')
    expect(list.map(({ browser, is_current }) => [browser, is_current]).slice(0, 1)).toEqual([
      ['Firefox on Linux', true],
    ])
    expect(list.map(({ browser }) => browser).toSorted()).toEqual([
      'Firefox on Linux',
      'Safari on iPhone',
      'Unknown browser',
    ])
    expect(JSON.stringify(list)).not.toContain(phone.session)
    const lost = list.find(({ browser }) => browser === 'Safari on iPhone')!
    expect((await act(desk, 'account.revokeSession', { id: lost.id })).status).toBe(200)
    expect([await isIn(phone), await isIn(desk), await isIn(maya)]).toEqual([false, true, true])
    expect((await act(desk, 'account.revokeSession', { id: lost.id })).status).toBe(404)
  })

  it('is emptied by “sign out everywhere”, everywhere, with all browsers that were known; others’ stay', async () => {
    const [maya, stranger] = [await join(), await join()]
    const second = await signIn(await emailOf(maya))
    const known = await db.trustedDevice.create({ data: { userId: maya.userId, tokenHash: 'hash-of-maya' } })
    const kept = copyOf(maya)
    const answer = await act(maya, 'account.signOutEverywhere')
    expect(answer.headers.getSetCookie()[0]).toMatch(/^printroom_session=;/)
    expect([await isIn(kept), await isIn(second), await isIn(stranger)]).toEqual([false, false, true])
    expect(await db.trustedDevice.count({ where: { id: known.id } })).toBe(0)
  })
})

describe('a stream', () => {
  it('tells nothing any more once its session has ended at another process', async () => {
    const maya = await join()
    const answer = await there(maya).fetch('/api/trpc/billing.watch?input=%7B%7D')
    const lines = (answer.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    let said = ''
    while (!said.includes('"credits":10')) said += Buffer.from((await lines.next()).value ?? []).toString()
    await act(maya, 'account.signOutEverywhere')
    await db.creditEntry.create({
      data: {
        userId: maya.userId,
        amount: 5,
        bucket: 'topup',
        reason: 'support',
        idempotencyKey: `gift-${maya.userId}`,
      },
    })
    for (let next = await lines.next(); !next.done; next = await lines.next())
      said += Buffer.from(next.value).toString()
    expect(said).not.toContain('"credits":15')
    expect(said).toContain('"code":"unauthorized"')
  })
})
