import type { AppError } from '@printroom/core/errors'
import { describe, expect, it, vi } from 'vitest'
import { STREAMS_PER_USER, createOpenStreams } from '../src/http/open-streams.ts'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const [maya, other] = [
  await new Client(testServer).register('maya@example.com'),
  await new Client(testServer).register('other@example.com'),
]
const WATCHES = ['generation.watch', `billing.watch?input=${encodeURIComponent('{}')}`] as const
/** A limit that only a hang reaches. */
const PATIENCE = { timeout: 60_000 }

type Watching = { status: number; hangUp: () => void; said: () => Promise<string>; retryAfter: string | null }
/** Opens a stream of events and leaves it open; once it is begun when it is let. */
async function watch(who: Client, path: string, headers: Record<string, string> = {}): Promise<Watching> {
  const leaving = new AbortController()
  const answer = await who.fetch(`/api/trpc/${path}`, { signal: leaving.signal, headers })
  return {
    status: answer.status,
    hangUp: () => leaving.abort(),
    said: () => answer.text(),
    retryAfter: answer.headers.get('retry-after'),
  }
}

describe('streams that one account has open', () => {
  it('are ten at once, over all its sessions and keys; the next is refused with a sentence, and another person has their own', async () => {
    const again = new Client(testServer)
    await again.fetch('/api/auth/login', { json: { email: 'maya@example.com' } })
    const made = await maya.fetch('/api/trpc/account.createApiKey', { json: { name: 'k', scope: 'read' } })
    const { token } = (await made.json<{ result: { data: { token: string } } }>()).result.data
    const program = { authorization: `Bearer ${token}` }

    const open = await Promise.all(
      Array.from({ length: STREAMS_PER_USER }, (_, at) => watch(at % 2 ? maya : again, WATCHES[at % WATCHES.length]!)),
    )
    expect(open.map(({ status }) => status)).toEqual(Array(STREAMS_PER_USER).fill(200))
    for (const refused of [
      await watch(maya, WATCHES[0]),
      await watch(again, WATCHES[1]),
      await watch(new Client(testServer), WATCHES[0], program),
    ]) {
      expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([429, true])
      expect(await refused.said()).toContain('This account has 10 streams open already.')
    }
    const download = await maya.fetch('/api/account/export')
    expect([download.status, (await download.json()).code]).toEqual([429, 'rate_limited'])
    expect((await maya.fetch('/api/user')).status).toBe(200)
    const theirs = await watch(other, WATCHES[0])
    expect(theirs.status).toBe(200)

    // A page that is closed makes room for another.
    open.pop()!.hangUp()
    const next = await vi.waitFor(async () => {
      const tried = await watch(maya, WATCHES[0])
      expect(tried.status).toBe(200)
      return tried
    }, PATIENCE)
    for (const { hangUp } of [...open, next, theirs]) hangUp()
  })

  it('leave nothing behind when they end, however they end', async () => {
    const person = await new Client(testServer).register('leaver@example.com')
    const endings = [
      async () => (await watch(person, WATCHES[0])).hangUp(),
      async () => void (await (await person.fetch('/api/account/export')).arrayBuffer()),
      async () => void (await (await person.fetch('/api/credits/statement.csv')).text()),
      // Gone before the answer began.
      async () => void (await watch(person, `${WATCHES[0]}?${'x'.repeat(20)}`).then(({ hangUp }) => hangUp())),
      async () => {
        const leaving = new AbortController()
        const asked = person.fetch('/api/trpc/generation.watch', { signal: leaving.signal }).catch(() => undefined)
        leaving.abort()
        await asked
      },
      // A watch that refuses its input.
      async () =>
        void (await (await watch(person, `billing.watch?input=${encodeURIComponent('{"session_id":"odd"}')}`)).said()),
    ]
    for (let round = 0; round < 5; round += 1) for (const ending of endings) await vi.waitFor(ending, PATIENCE)
    await vi.waitFor(async () => {
      const all = await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => watch(person, WATCHES[0])))
      for (const { hangUp } of all) hangUp()
      expect(all.map(({ status }) => status)).toEqual(Array(STREAMS_PER_USER).fill(200))
    }, PATIENCE)
  })
})

describe('streams that a server has open', () => {
  it('have a bound as well, whoever’s they are', () => {
    const open = createOpenStreams(2, 3)
    const refusal = (userId: string) => {
      try {
        open(userId)
        return null
      } catch (error) {
        return (error as AppError).code
      }
    }
    const closeFirst = open('a')
    open('a')
    expect(refusal('a')).toBe('rate_limited')
    const closeLast = open('b')
    expect(refusal('c')).toBe('unready')
    closeLast()
    closeLast()
    open('c')
    expect(refusal('d')).toBe('unready')
    closeFirst()
    expect(refusal('a')).toBeNull()
  })
})
