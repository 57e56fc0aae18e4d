import { Agent, request } from 'node:http'
import { HOSTILE_TEXTS } from '@printroom/config/src/hostile-texts.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { startProcess } from './processes.ts'

/*
 * A real server that logs each request, and texts that make an expression begin again and again, wherever a stranger may
 * put one. A text may cost what a plain one of its length costs, times a factor for this machine's other work; an
 * expression that is quadratic takes some hundred times as much at these lengths.
 */
const testServer = await openTestServer()
const server = await startProcess('server', { ...testServer.env, NODE_ENV: 'development', LOG_LEVEL: 'info' })
const maya = await new Client(testServer).register('maya@example.com')
const FACTOR = 20
/** What anything may cost on a busy machine, in milliseconds, however little it is. */
const FLOOR_MS = 10
const TURNS = 8

/** Node refuses addresses and headers of more than 16 kB in all. */
const HEADER_CHARS = 15_000
const BODY_CHARS = 900_000

const { hostname, port } = new URL(server.url)
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

type Headers = Record<string, string>
/** Sends a request as it is written (`fetch` would tidy it up first) and reads the answer to its end. */
function ask(method: string, path: string, headers: Headers, body?: string): Promise<void> {
  return new Promise((resolve) => {
    const asked = request({ agent, hostname, port, method, path, headers }, (answer) =>
      answer.resume().once('close', resolve),
    )
    asked.once('error', () => resolve()).end(body) // one that is cut off has its answer too
  })
}
const get =
  (path: string, headers: Headers = {}) =>
  () =>
    ask('GET', path, headers)
const post = (path: string, body: string, headers: Headers) => () =>
  ask('POST', path, { 'content-length': String(Buffer.byteLength(body)), ...headers }, body)

async function quickest(send: () => Promise<unknown>, enough = 0): Promise<number> {
  let best = Infinity
  for (let turn = 0; turn < TURNS && best >= enough; turn += 1) {
    const before = performance.now()
    await send()
    best = Math.min(best, performance.now() - before)
  }
  return best
}

const PLAIN = 'a plain text of a plain length, with words in it, '
/** What may stand in a header or an address, of as many characters. */
const sendable = (text: string, chars: number) =>
  text
    .slice(0, chars)
    .replaceAll(/[^\x21-\x7e]/g, (sign) => (sign === '\ud83d' ? '%ED%A0%BD' : encodeURIComponent(sign)))
    .slice(0, chars)

/**
 * Expects that no hostile text costs more to send and have answered than a plain one of the same length does, times a factor.
 * @param prepare makes the request of a text, which is none of the server's time
 */
async function expectNoDearer(chars: number, prepare: (text: string) => () => Promise<unknown>): Promise<void> {
  const plain = prepare(sendable(PLAIN.repeat(Math.ceil(chars / PLAIN.length)), chars))
  await plain()
  const bound = FACTOR * Math.max(FLOOR_MS, await quickest(plain))
  for (const [name, make] of HOSTILE_TEXTS)
    expect(await quickest(prepare(make(chars)), bound), `${name}, in ms`).toBeLessThan(bound)
}

describe('a hostile text costs what a plain one does', { timeout: 300_000 }, () => {
  it.each(['/', '/api/', '/api/designs/', '/api/trpc/', '/assets/', '/?', '/api/trpc/user.get?input='])(
    'in an address that begins with %s',
    async (start) => {
      await expectNoDearer(HEADER_CHARS, (text) => get(start + sendable(text, HEADER_CHARS - start.length)))
    },
  )

  it.each([
    'cookie',
    'authorization',
    'user-agent',
    'accept',
    'accept-encoding',
    'accept-language',
    'content-type',
    'origin',
    'referer',
    'if-none-match',
    'range',
    'trpc-accept',
    'x-anything',
  ])('in the header %s', async (name) => {
    for (const path of ['/', '/api/user'])
      await expectNoDearer(HEADER_CHARS, (text) => get(path, { [name]: sendable(text, HEADER_CHARS - 400) }))
  })

  it.each(['cookie', 'content-type', 'origin', 'idempotency-key'])('in the header %s of a change', async (name) => {
    await expectNoDearer(HEADER_CHARS, (text) =>
      post('/api/auth/login', '{}', { 'content-type': 'application/json', [name]: sendable(text, HEADER_CHARS - 400) }),
    )
  })

  it.each(['/api/auth/login', '/api/trpc/auth.login', '/api/generate-mockup', '/api/stripe/webhook'])(
    'in a body for %s',
    async (path) => {
      const headers = { 'content-type': 'application/json', cookie: maya.cookie }
      await expectNoDearer(BODY_CHARS / 6, (text) =>
        post(
          path,
          JSON.stringify({ email: text, code: text, colour: text, filename: text }).slice(0, BODY_CHARS),
          headers,
        ),
      )
      await expectNoDearer(BODY_CHARS, (text) => post(path, text.replaceAll(/[^\x20-\x7e]/g, '?'), headers))
    },
  )

  it('in a form, as its body, in the headers of its parts and in their values', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=xyz', cookie: maya.cookie }
    const part = (head: string, value: string) => `--xyz\r\n${head}\r\n\r\n${value}\r\n--xyz--\r\n`
    const plain = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?')
    await expectNoDearer(BODY_CHARS, (text) => post('/api/designs', plain(text), headers))
    await expectNoDearer(BODY_CHARS, (text) =>
      post(
        '/api/designs',
        part('content-disposition: form-data; name="design"; filename="sun.png"', plain(text)),
        headers,
      ),
    )
    await expectNoDearer(HEADER_CHARS, (text) =>
      post(
        '/api/designs',
        part(`content-disposition: form-data; name="design"; filename="${plain(text)}"`, 'x'),
        headers,
      ),
    )
    await expectNoDearer(HEADER_CHARS, (text) =>
      post('/api/designs', part(`content-disposition: ${plain(text)}`, 'x'), headers),
    )
  })
})

describe('while many send them at once', () => {
  it('whether the server is alive is answered as quickly as among plain ones', async () => {
    const HOSTILE = ['\\', '-eyJ', '"email":"\\', 'a@a.', '://', '"email":"']
    const crowd = async (text: string) => {
      const path = `/${sendable(text.repeat(HEADER_CHARS), HEADER_CHARS)}`
      const crowded = Array.from({ length: 20 }, get(path))
      const before = performance.now()
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      const took = performance.now() - before
      await Promise.all(crowded)
      return took
    }
    const quickestOf = async (text: string, enough = 0) => {
      let best = Infinity
      for (let turn = 0; turn < TURNS && best >= enough; turn += 1) best = Math.min(best, await crowd(text))
      return best
    }
    const bound = FACTOR * Math.max(FLOOR_MS, await quickestOf('a'))
    for (const text of HOSTILE) expect(await quickestOf(text, bound), text).toBeLessThan(bound)
  })

  it('no line of the log is longer than a page', () => {
    const lines = server.said().split('\n')
    expect(lines.length).toBeGreaterThan(1_000)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(4_000)
  })
})
