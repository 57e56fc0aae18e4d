import { RATE_LIMITS } from '@printroom/core/limits/rate-limit'
import { describe, expect, it } from 'vitest'
import { Visitor, openHouse } from './harness.ts'
import { startProcess } from './processes.ts'

// Two processes that share nothing but Postgres; clients come through a proxy that names their addresses.
const house = await openHouse({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
const second = await startProcess('server', { ...house.env, LOG_LEVEL: 'info' })
const { db } = house.context
const AT_ONCE = 20

type Answer = { status: number; retryAfter: string | null; code: string | undefined }
/** Sends to both processes by turns; the answers in the order of asking. */
async function sendAll(count: number, send: (at: { url: string }, turn: number) => Promise<Response>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < count; from += AT_ONCE) {
    const turns = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index)
    const sent = turns.map(async (turn) => {
      const answer = await send(turn % 2 ? house : second, turn)
      const said = await answer.text()
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), code: /"code":"(\w+)"/.exec(said)?.[1] }
    })
    answers.push(...(await Promise.all(sent)))
  }
  return answers
}

/** Tries until one try lies within one window of Postgres' own clock; each try takes somebody new. */
async function inOneWindow(seconds: number, attempt: (person: string) => Promise<Answer[]>): Promise<Answer[]> {
  const windowNow = async () => (await db.$queryRaw<{ at: number }[]>`SELECT floor(extract(epoch FROM now()) / ${seconds}::int)::int AS at`)[0]!.at
  for (let turn = 0; ; turn += 1) {
    const before = await windowNow()
    const answers = await attempt(`person-${seconds}-${turn}-${Math.random().toString(36).slice(2)}`)
    if ((await windowNow()) === before) return answers
  }
}

const post = (at: { url: string }, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(at.url + path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } })
let addresses = 0
const newAddress = () => `10.1.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`

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
      upload: { hits: 30, seconds: 60 },
      'login-email': { hits: 10, seconds: 900 },
      'login-address': { hits: 50, seconds: 900 },
    })
  })

  it.each(['login', 'register', 'google-login'])('%s: 10 tries an email address in 15 minutes, from wherever', async (path) => {
    const answers = await inOneWindow(900, (person) =>
      sendAll(14, (at) => post(at, `/api/auth/${path}`, { email: `${path}-${person}@example.com`, uid: person }, { 'x-forwarded-for': newAddress() })),
    )
    expectLimit(answers, 10, 900)
  })

  it('login: 50 tries an IP address in 15 minutes, for whomever', async () => {
    const answers = await inOneWindow(900, (person) => {
      const address = newAddress()
      return sendAll(54, (at, turn) => post(at, '/api/auth/login', { email: `${turn}-${person}@example.com` }, { 'x-forwarded-for': address }))
    })
    expectLimit(answers, 50, 900)
  })

  const signUp = async (person: string) => {
    const visitor = new Visitor(house)
    const answer = await visitor.fetch('/api/auth/register', { json: { email: `${person}@example.com` }, headers: { 'x-forwarded-for': newAddress() } })
    return { cookie: visitor.cookie, userId: (await answer.json()).user.id }
  }
  /** As if so many had come in this window already. */
  const count = (who: string, hits: number) =>
    db.$executeRaw`INSERT INTO rate_buckets (key, window_start, hits) VALUES (${`everything:${who}`}, to_timestamp(floor(extract(epoch FROM now()) / 60) * 60), ${hits})`

  it('generate: 60 a minute a person', async () => {
    const order = { design_id: crypto.randomUUID(), product: 'mug', colour: 'mug-white', model_style: 'studio-product', background: 'off-white', design_size: 'small' }
    const answers = await inOneWindow(60, async (person) => {
      const { cookie } = await signUp(person)
      return sendAll(64, (at) => post(at, '/api/generate-mockup', order, { cookie }))
    })
    expectLimit(answers, 60, 60)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
  })

  it('uploads: 30 a minute a person, before their bytes are read', async () => {
    const answers = await inOneWindow(60, async (person) => {
      const { cookie } = await signUp(person)
      return sendAll(34, (at) => post(at, '/api/designs', {}, { cookie }))
    })
    expectLimit(answers, 30, 60)
  })

  it('everything: 600 a minute a person, and another person is not kept waiting', async () => {
    const answers = await inOneWindow(60, async (person) => {
      const { cookie, userId } = await signUp(person)
      await count(`user:${userId}`, 560)
      return sendAll(44, (at) => fetch(`${at.url}/api/designs`, { headers: { cookie } }))
    })
    expectLimit(answers, 40, 60)
    const { cookie } = await signUp(`neighbour-${crypto.randomUUID()}`)
    for (const at of [house, second]) expect((await fetch(`${at.url}/api/designs`, { headers: { cookie } })).status).toBe(200)
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
