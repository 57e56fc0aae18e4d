import { RATE_LIMITS } from '@printroom/core/limits/rate-limit'
import { describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'
import { startProcess } from './processes.ts'

// Two processes that share nothing but Postgres; clients come through a proxy that names their addresses.
const mailbox = await openMailbox()
const testServer = await openTestServer({
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
  AUTH_VERIFICATION: 'on',
  SMTP_URL: mailbox.url,
})
const second = await startProcess('server', { ...testServer.env, LOG_LEVEL: 'info' })
const { db } = testServer.context
const AT_ONCE = 20

type Answer = { status: number; retryAfter: string | null; code: string | undefined }
/** Sends to both processes by turns; the answers in the order of asking. */
async function sendAll(
  count: number,
  send: (at: { url: string }, turn: number) => Promise<Response>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const turns = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index)
    const sent = turns.map(async (turn) => {
      const answer = await send(turn % 2 ? testServer : second, turn)
      const said = await answer.text()
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        code: /"code":"(\w+)"/.exec(said)?.[1],
      }
    })
    answers.push(...(await Promise.all(sent)))
  }
  return answers
}

/** Tries until one try lies within one window of Postgres' own clock; each try takes somebody new. */
async function inOneWindow<T>(seconds: number, attempt: (person: string) => Promise<T>): Promise<T> {
  const windowNow = async () =>
    (await db.$queryRaw<{ at: number }[]>`SELECT floor(extract(epoch FROM now()) / ${seconds}::int)::int AS at`)[0]!.at
  for (let turn = 0; ; turn += 1) {
    const before = await windowNow()
    const answers = await attempt(`person-${seconds}-${turn}-${Math.random().toString(36).slice(2)}`)
    if ((await windowNow()) === before) return answers
  }
}

const post = (at: { url: string }, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(at.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
let addresses = 0
const newAddress = () => `10.1.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`

async function signUp(person: string, address = newAddress()): Promise<{ cookie: string; userId: string }> {
  const client = new Client(testServer)
  const enter = (json: object) =>
    client.fetch('/api/auth/register', {
      json: { email: `${person}@example.com`, ...json },
      headers: { 'x-forwarded-for': address },
    })
  await enter({})
  const answer = await enter({ code: mailbox.codeFor(`${person}@example.com`) })
  return { cookie: client.cookie, userId: (await answer.json()).user.id }
}
/** As if so many had come in this window already. */
const count = (who: string, hits: number) =>
  db.$executeRaw`INSERT INTO rate_buckets (key, window_start, hits) VALUES (${`everything:${who}`}, to_timestamp(floor(extract(epoch FROM now()) / 60) * 60), ${hits}) ON CONFLICT (key, window_start) DO UPDATE SET hits = ${hits}`

function expectLimit(answers: Answer[], hits: number, seconds: number): void {
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.length - refused.length).toBe(hits)
  expect(refused.length).toBeGreaterThan(0)
  for (const { code, retryAfter } of refused) {
    expect(code).toBe('rate_limited')
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
    expect(Number(retryAfter)).toBeLessThanOrEqual(seconds)
  }
}

describe('limits that two processes share', { timeout: 240_000 }, () => {
  it('are these', () => {
    expect(RATE_LIMITS).toMatchObject({
      everything: { hits: 600, seconds: 60 },
      generate: { hits: 60, seconds: 60 },
      upload: { hits: 60, seconds: 60 },
      'login-pair': { hits: 10, seconds: 900 },
      'login-email': { hits: 20, seconds: 900 },
      'login-address': { hits: 50, seconds: 900 },
    })
  })

  it.each(['login', 'register', 'google-login'])(
    '%s: 10 tries an address has for an email in 15 minutes',
    async (path) => {
      const answers = await inOneWindow(900, (person) => {
        const address = newAddress()
        return sendAll(14, (at) =>
          post(
            at,
            `/api/auth/${path}`,
            { email: `${path}-${person}@example.com`, uid: person },
            { 'x-forwarded-for': address },
          ),
        )
      })
      expectLimit(answers, 10, 900)
    },
  )

  it.each(['login', 'google-login'])(
    '%s: whoever uses up the tries at an email, from however many addresses, keeps nobody else from it',
    async (path) => {
      /** How many of so many tries, one by one, were not refused. */
      const allowed = async (person: string, count: number, address = newAddress()) => {
        const sent = (at: { url: string }) =>
          post(at, `/api/auth/${path}`, { email: `${person}@example.com`, uid: person }, { 'x-forwarded-for': address })
        return (await sendAll(count, sent)).filter(({ status }) => status !== 429).length
      }
      const counts = await inOneWindow(900, async (person) => {
        const [stranger, owner] = [await allowed(person, 14), await allowed(person, 8)]
        for (let crowd = 0; crowd < 5; crowd += 1) await allowed(person, 14)
        return { stranger, owner, ownersUnderSiege: [await allowed(person, 5), await allowed(person, 5)] }
      })
      // One stranger costs another place nothing; a crowd leaves it three tries: to ask, to ask again, and once more.
      expect(counts).toEqual({ stranger: 10, owner: 8, ownersUnderSiege: [3, 3] })
    },
  )

  it('login: a household has as many IPv6 addresses as it likes, and is one', async () => {
    let suffix = 0
    const answers = await inOneWindow(900, (person) => {
      const network = `2001:db8:${(suffix += 1).toString(16)}:7`
      return sendAll(14, (at, turn) =>
        post(
          at,
          '/api/auth/login',
          { email: `six-${person}@example.com` },
          { 'x-forwarded-for': `${network}:${turn}::${turn + 1}` },
        ),
      )
    })
    expectLimit(answers, 10, 900)
  })

  it('a known browser gets in whatever others do at its address and to its email', async () => {
    const answers = await inOneWindow(900, async (person) => {
      const email = `${person}@example.com`
      const address = newAddress()
      const browser = await signUp(person, address)
      const again = new Client(testServer)
      for (const each of browser.cookie.split('; ')) if (each.startsWith('printroom_browser')) again.keep(each)
      await sendAll(54, (at) => post(at, '/api/auth/login', { email }, { 'x-forwarded-for': address }))
      await count(`address:${address}`, 700)
      const statusOf = async (at: { url: string }, cookie: string) =>
        (await post(at, '/api/auth/login', { email }, { 'x-forwarded-for': address, cookie })).status
      // A secret that nobody is known by is no browser's.
      return {
        stranger: await statusOf(testServer, ''),
        forger: await statusOf(second, `printroom_browser=${'x'.repeat(43)}`),
        owner: [await statusOf(testServer, again.cookie), await statusOf(second, again.cookie)],
      }
    })
    expect(answers).toEqual({ stranger: 429, forger: 429, owner: [200, 200] })
  })

  it('login: 50 tries an IP address in 15 minutes, for whomever', async () => {
    const answers = await inOneWindow(900, (person) => {
      const address = newAddress()
      return sendAll(54, (at, turn) =>
        post(at, '/api/auth/login', { email: `${turn}-${person}@example.com` }, { 'x-forwarded-for': address }),
      )
    })
    expectLimit(answers, 50, 900)
  })

  it('generate: 60 a minute a person, of single orders and batches together', async () => {
    const order = {
      design_id: crypto.randomUUID(),
      product: 'mug',
      colour: 'mug-white',
      model_style: 'studio-product',
      background: 'off-white',
      design_size: 'small',
    }
    const answers = await inOneWindow(60, async (person) => {
      const { cookie } = await signUp(person)
      return sendAll(64, (at, turn) =>
        turn % 3
          ? post(at, '/api/generate-mockup', order, { cookie })
          : post(at, '/api/batches', { items: [order] }, { cookie }),
      )
    })
    expectLimit(answers, 60, 60)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
  })

  it('uploads: 60 a minute a person, before their bytes are read', async () => {
    const answers = await inOneWindow(60, async (person) => {
      const { cookie } = await signUp(person)
      return sendAll(64, (at) => post(at, '/api/designs', {}, { cookie }))
    })
    expectLimit(answers, 60, 60)
  })

  it('everything: 600 a minute a person, and another person is not kept waiting', async () => {
    const answers = await inOneWindow(60, async (person) => {
      const { cookie, userId } = await signUp(person)
      await count(`user:${userId}`, 560)
      return sendAll(44, (at) => fetch(`${at.url}/api/designs`, { headers: { cookie } }))
    })
    expectLimit(answers, 40, 60)
    const { cookie } = await signUp(`neighbour-${crypto.randomUUID()}`)
    for (const at of [testServer, second])
      expect((await fetch(`${at.url}/api/designs`, { headers: { cookie } })).status).toBe(200)
  })

  it('everything: each call of a batch counts', async () => {
    const answers = await inOneWindow(60, async (person) => {
      const { cookie, userId } = await signUp(person)
      await count(`user:${userId}`, 560)
      return sendAll(8, (at) =>
        fetch(`${at.url}/api/trpc/${Array.from({ length: 10 }, () => 'user.get').join()}?batch=1`, {
          headers: { cookie },
        }),
      )
    })
    const statuses = answers.map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([4, 4])
  })

  it('everything: 600 a minute an address, for those who are nobody yet', async () => {
    const answers = await inOneWindow(60, async () => {
      const address = newAddress()
      await count(`address:${address}`, 560)
      return sendAll(44, (at) => fetch(`${at.url}/api/auth/google`, { headers: { 'x-forwarded-for': address } }))
    })
    expectLimit(answers, 40, 60)
  })
})

it('an answer says how many more there may be, one less each time', async () => {
  const at = { 'x-forwarded-for': '203.0.113.77' }
  const ask = async () => (await fetch(`${testServer.url}/api/auth/google`, { headers: at })).headers
  const [first, next] = [await ask(), await ask()]
  const [left, after] = [first, next].map((headers) => Number(headers.get('ratelimit-remaining')))
  expect(first.get('ratelimit-limit')).toBe(String(RATE_LIMITS.everything.hits))
  const wait = Number(next.get('ratelimit-reset'))
  expect(wait > 0 && wait <= RATE_LIMITS.everything.seconds).toBe(true)
  // A window may end between the two.
  const started = Number(next.get('ratelimit-reset')) > Number(first.get('ratelimit-reset'))
  expect(after).toBe(started ? RATE_LIMITS.everything.hits - 1 : left! - 1)
})
