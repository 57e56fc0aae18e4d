import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'

const mailbox = await openMailbox()
const [open, guarded] = [
  await openTestServer(),
  await openTestServer({ AUTH_VERIFICATION: 'on', SMTP_URL: mailbox.url }),
]
const { port } = new URL(open.url)

/** Status and body of a request with these headers and no others: `fetch` keeps the host to itself. */
function ask(
  at: string,
  headers: Record<string, string>,
  path = '/api/auth/login',
  body = '{"email":"maya@example.com"}',
): Promise<{ status: number; said: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      at + path,
      {
        method: path.startsWith('/api/auth') ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        let said = ''
        answer.setEncoding('utf8').on('data', (chunk) => (said += chunk))
        answer.on('end', () => resolve({ status: answer.statusCode!, said }))
      },
    )
    asked.on('error', reject).end(asked.method === 'POST' ? body : undefined)
  })
}

const ELSEWHERE: Record<string, Record<string, string>> = {
  'a public name': { host: 'printroom.example' },
  'a name that was pointed here': { host: `rebound.example:${port}` },
  'an address of the network': { host: `192.168.1.7:${port}` },
  'a name that only begins like ours': { host: 'localhost.example' },
  'a name that is none': { host: 'a b' },
  'a proxy that keeps the name to itself': { host: `127.0.0.1:${port}`, 'x-forwarded-for': '203.0.113.7' },
  'a tunnel': { host: `localhost:${port}`, 'x-forwarded-host': 'printroom.example' },
  'a proxy by the standard': { host: `localhost:${port}`, forwarded: 'for=203.0.113.7' },
}

describe('while an email alone signs in', () => {
  it.each([`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'localhost', `printroom.localhost:${port}`])(
    'people of this machine get in, by %s',
    async (host) => {
      expect((await ask(open.url, { host })).status).toBe(401) // no such account, and nothing else is wrong
      expect((await ask(open.url, { host }, '/healthz')).status).toBe(200)
    },
  )

  it.each(Object.entries(ELSEWHERE))('nobody from elsewhere is answered, on any path: %s', async (_, headers) => {
    for (const path of [
      '/api/auth/login',
      '/api/auth/register',
      '/api/user',
      '/api/trpc/user.get',
      '/',
      '/healthz',
      '/nothing',
    ]) {
      const { status, said } = await ask(open.url, headers, path)
      expect([path, status, said]).toEqual([path, 403, expect.stringContaining('answers to its own machine alone')])
    }
    expect(await open.context.db.user.count()).toBe(0)
  })
})

describe('where codes are asked for', () => {
  it('everybody is answered', async () => {
    for (const [name, headers] of Object.entries(ELSEWHERE))
      expect([name, (await ask(guarded.url, headers, '/healthz')).status]).toEqual([name, 200])
  })
})
