import { CODE_ALPHABET } from '@printroom/contract/schemas'
import { beforeEach, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'

const mailbox = await openMailbox()
const testServer = await openTestServer({
  AUTH_VERIFICATION: 'on',
  SMTP_URL: mailbox.url,
  PUBLIC_URL: 'https://printroom.example',
})
const { db } = testServer.context

const client = () => new Client(testServer)
const login = (who: Client, json: object, path = 'login') => who.fetch(`/api/auth/${path}`, { json })
const WRONG = 'ZZZZ-ZZZZ'

/** Proves an email in a browser of its own. */
async function enter(email: string): Promise<Client> {
  const who = client()
  await login(who, { email })
  const answer = await login(who, { email, code: mailbox.codeFor(email) })
  expect(answer.status).toBe(200)
  who.userId = (await answer.json()).user.id
  return who
}

describe('a code by mail', () => {
  it('lets in whoever gets it, and only then makes the account', async () => {
    const maya = client()
    const asked = await login(maya, { email: 'maya@example.com' }, 'register')
    expect([asked.status, await asked.json()]).toEqual([202, { verification_required: true }])
    expect((await maya.fetch('/api/user')).status).toBe(401)
    expect(await db.user.count({ where: { email: 'maya@example.com' } })).toBe(0)

    const entered = await login(
      maya,
      { email: 'maya@example.com', code: mailbox.codeFor('maya@example.com') },
      'register',
    )
    expect([entered.status, (await entered.json()).user.email]).toEqual([200, 'maya@example.com'])
    expect(await (await maya.fetch('/api/user')).json()).toMatchObject({ email: 'maya@example.com', credits: 10 })
  })

  it('has 8 characters of 32, and a link that keeps it from every server and works in the same browser', async () => {
    await login(client(), { email: 'link@example.com' })
    const mail = mailbox.mails.findLast(({ to }) => to === 'link@example.com')!
    const code = mailbox.codeFor('link@example.com')
    expect(code).toHaveLength(8)
    expect([...code].every((sign) => CODE_ALPHABET.includes(sign))).toBe(true)
    const link = new URL(/https:\S+/.exec(mail.text)![0])
    expect([link.origin, link.pathname, link.search]).toEqual(['https://printroom.example', '/login', ''])
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({ email: 'link@example.com', code })
    expect(mail.html).toContain(`href="${link.href.replaceAll('&', '&amp;')}"`)
    expect(mail.subject).not.toContain(code)
  })

  it('is read as people type it', async () => {
    const who = client()
    await login(who, { email: 'typed@example.com' })
    const code = mailbox.codeFor('typed@example.com').replaceAll('1', 'l').replaceAll('0', 'o').toLowerCase()
    expect(
      (await login(who, { email: 'typed@example.com', code: ` ${code.slice(0, 4)}-${code.slice(4)} ` })).status,
    ).toBe(200)
  })

  it('works once, however often it comes at the same time', async () => {
    const who = client()
    await login(who, { email: 'once@example.com' })
    const code = mailbox.codeFor('once@example.com')
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => login(clientWith(who), { email: 'once@example.com', code })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    expect((await login(who, { email: 'once@example.com', code })).status).toBe(401)
  })

  it('is worth nothing in another browser, for another email, or after 15 minutes', async () => {
    const [asker, thief] = [client(), client()]
    await login(asker, { email: 'bound@example.com' })
    await login(thief, { email: 'thief@example.com' })
    const code = mailbox.codeFor('bound@example.com')
    expect((await login(thief, { email: 'bound@example.com', code })).status).toBe(401)
    expect((await login(client(), { email: 'bound@example.com', code })).status).toBe(401)
    expect((await login(asker, { email: 'other@example.com', code })).status).toBe(401)
    await db.loginCode.updateMany({
      where: { email: 'bound@example.com' },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    const late = await login(asker, { email: 'bound@example.com', code })
    expect([late.status, (await late.json()).code]).toEqual([401, 'invalid_code'])
  })

  it('allows five tries, then one a minute', async () => {
    const who = client()
    const email = 'tries@example.com'
    await login(who, { email })
    const attempt = (code: string) => login(who, { email, code })
    for (let count = 0; count < 5; count += 1) expect((await attempt(WRONG)).status).toBe(401)
    const paused = await attempt(mailbox.codeFor(email))
    expect([paused.status, paused.headers.get('retry-after')]).toEqual([429, '60'])
    const minuteAgo = { lastTryAt: new Date(Date.now() - 61_000) }
    await db.loginCode.updateMany({ where: { email }, data: minuteAgo })
    expect((await attempt(WRONG)).status).toBe(401)
    expect((await attempt(WRONG)).status).toBe(429)
    await db.loginCode.updateMany({ where: { email }, data: minuteAgo })
    expect((await attempt(mailbox.codeFor(email))).status).toBe(200)
  })

  it('is kept as a hash that a copy of the table cannot search for', async () => {
    const who = client()
    await login(who, { email: 'hashed@example.com' })
    const rows = JSON.stringify(await db.loginCode.findMany({ where: { email: 'hashed@example.com' } }))
    expect(rows).not.toContain(mailbox.codeFor('hashed@example.com'))
    for (const [, value] of who.cookie.split('; ').map((each) => each.split('='))) expect(rows).not.toContain(value)
  })

  it('says honestly when the mail server takes no mail', async () => {
    mailbox.refuse(true)
    const answer = await login(client(), { email: 'nomail@example.com' })
    mailbox.refuse(false)
    expect([answer.status, (await answer.json()).code]).toEqual([503, 'mail_failed'])
  })
})

describe('whether an email has an account', () => {
  beforeEach(() => enter('known@example.com'))

  it('shows in no answer', async () => {
    for (const path of ['login', 'register']) {
      const answers = await Promise.all(
        ['known@example.com', 'nobody@example.com'].map((email) => login(client(), { email }, path)),
      )
      const shown = await Promise.all(
        answers.map(async (answer) => [answer.status, await answer.text(), [...answer.headers.keys()].toSorted()]),
      )
      expect(shown[0]).toEqual(shown[1])
      const wrong = await Promise.all(
        ['known@example.com', 'nobody@example.com'].map((email) => login(client(), { email, code: WRONG }, path)),
      )
      const [first, second] = await Promise.all(wrong.map(async (answer) => [answer.status, await answer.text()]))
      expect(first).toEqual(second)
    }
    const [known, unknown] = ['known@example.com', 'nobody@example.com'].map((email) =>
      mailbox.mails.findLast(({ to }) => to === email)!,
    )
    const blank = (text: string) =>
      text.replaceAll(/(known|nobody)(@|%40)example.com/g, '').replaceAll(/[0-9A-Z]{4} ?[0-9A-Z]{4}/g, '')
    expect(blank(known!.text)).toBe(blank(unknown!.text))
  })
})

describe('how long the answer takes', () => {
  const TURNS = 40
  /** The middle one, in milliseconds. */
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
  /** How far the ranks of the first are from those of chance, in standard deviations (Mann and Whitney). */
  function apart(first: number[], second: number[]): number {
    const wins = first
      .flatMap((a) => second.map((b): number => Math.sign(a - b) / 2 + 0.5))
      .reduce((sum, each) => sum + each, 0)
    const [n, m] = [first.length, second.length]
    return Math.abs(wins - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  }

  it.each([
    ['asking for a code', (email: string) => login(client(), { email })],
    ['a wrong code', (email: string) => login(client(), { email, code: WRONG })],
    [
      'a Google token that is none',
      (email: string) => client().fetch('/api/auth/google-login', { json: { email, uid: 'u', idToken: 'a.b.c' } }),
    ],
  ])('%s: does not tell an account from none', { timeout: 120_000 }, async (_, ask) => {
    await enter('known@example.com')
    const times: Record<string, number[]> = { known: [], nobody: [] }
    // By turns, so that whatever else this machine does falls on both alike.
    for (let turn = 0; turn < TURNS; turn += 1)
      for (const who of turn % 2 ? ['known', 'nobody'] : ['nobody', 'known']) {
        const before = performance.now()
        await (await ask(`${who}@example.com`)).text()
        times[who]!.push(performance.now() - before)
      }
    // Four deviations come by chance once in 16,000 runs.
    expect(apart(times.known!, times.nobody!), `${median(times.known!)} and ${median(times.nobody!)} ms`).toBeLessThan(
      4,
    )
  })
})

describe('a known browser', () => {
  it('goes straight in, for its own account alone, until it is forgotten', async () => {
    const maya = await enter('home@example.com')
    await maya.fetch('/api/auth/logout', { method: 'POST' })
    const again = await login(maya, { email: 'home@example.com' })
    expect([again.status, (await again.json()).user.id]).toEqual([200, maya.userId])
    expect((await login(maya, { email: 'known@example.com' })).status).toBe(202)
    await db.trustedDevice.deleteMany({ where: { userId: maya.userId } })
    expect((await login(maya, { email: 'home@example.com' })).status).toBe(202)
  })

  it('gets a new secret with each proof, so that one planted in it before opens nothing', async () => {
    const victim = client()
    await login(victim, { email: 'victim@example.com' })
    const planted = clientWith(victim)
    await login(victim, { email: 'victim@example.com', code: mailbox.codeFor('victim@example.com') })
    expect((await login(planted, { email: 'victim@example.com' })).status).toBe(202)
    expect((await login(victim, { email: 'victim@example.com' })).status).toBe(200)
  })

  it('may be known to two accounts', async () => {
    const shared = client()
    for (const email of ['one@example.com', 'two@example.com']) {
      await login(shared, { email })
      await login(shared, { email, code: mailbox.codeFor(email) })
    }
    for (const email of ['one@example.com', 'two@example.com'])
      expect((await login(shared, { email })).status).toBe(200)
  })
})

/** Another browser that holds the same cookies. */
function clientWith(who: Client): Client {
  const twin = client()
  for (const each of who.cookie.split('; ')) twin.keep(each)
  return twin
}
