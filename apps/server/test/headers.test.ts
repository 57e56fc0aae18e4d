import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'

const web = await mkdtemp(join(tmpdir(), 'printroom-web-'))
await writeFile(join(web, 'index.html'), '<!doctype html><title>Printroom</title>')
afterAll(() => rm(web, { recursive: true, force: true }))
const mailbox = await openMailbox()
const [here, production] = [
  await openTestServer({ WEB_DIST: web, OPERATOR_TOKEN: 'a-token-of-operators' }),
  await openTestServer({
    WEB_DIST: web,
    OPERATOR_TOKEN: 'a-token-of-operators',
    NODE_ENV: 'production',
    RATE_LIMITS: 'on',
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'https://printroom.example',
    FIREBASE_PROJECT_ID: 'p',
    FIREBASE_API_KEY: 'k',
    FIREBASE_AUTH_DOMAIN: 'p.firebaseapp.com',
  }),
]
const maya = await new Client(here).register('maya@example.com')
const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()
const design = await (await maya.upload(png)).json()

const json = (body: unknown) => ({
  body: JSON.stringify(body),
  method: 'POST',
  headers: { 'content-type': 'application/json' },
})
/** One of every kind of answer: pages, files, JSON, streams, refusals of every layer. */
const ANSWERS: Record<string, [path: string, init?: RequestInit]> = {
  'the page': ['/'],
  'any other page': ['/no/such/page'],
  'a page that is only asked for': ['/login', { method: 'HEAD' }],
  'an answer of REST': ['/api/user'],
  'an answer of tRPC': ['/api/trpc/user.get'],
  'a batch, streamed': [
    '/api/trpc/user.get,design.list?batch=1&input=%7B%7D',
    { headers: { 'trpc-accept': 'application/jsonl' } },
  ],
  'a stream of events': ['/api/trpc/generation.watch'],
  'a file': [design.file_url],
  'a zip': ['/api/account/export'],
  'a statement': ['/api/credits/statement.csv'],
  'an unknown path of the API': ['/api/nothing'],
  'an unknown procedure': ['/api/trpc/no.such'],
  'a body that is no JSON': ['/api/auth/login', { ...json(0), body: '{' }],
  'bad input': ['/api/auth/login', json({})],
  'a body that is too long': ['/api/auth/login', json('x'.repeat(2 * 1024 * 1024))],
  'another site’s request': ['/api/auth/logout', { method: 'POST', headers: { origin: 'https://evil.example' } }],
  'a refused webhook': ['/api/stripe/webhook', { method: 'POST' }],
  'a way of asking that there is not': ['/api/user', { method: 'OPTIONS' }],
  health: ['/healthz'],
  readiness: ['/readyz'],
  'a page of operators': ['/ops/queue', { headers: { authorization: 'Bearer a-token-of-operators' } }],
  'a refused operator': ['/metrics'],
}

async function headersOf(at: typeof here, [path, init = {}]: [string, RequestInit?]): Promise<Headers> {
  const headers = new Headers(init.headers)
  headers.set('cookie', maya.cookie)
  const answer = await fetch(at.url + path, { ...init, headers })
  await answer.body?.cancel()
  return answer.headers
}

const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
  )

describe.each([
  ['on one’s own machine', here],
  ['in production', production],
])('%s', (_, testServer) => {
  it.each(Object.entries(ANSWERS))('%s bears the headers that keep others out', async (_name, request) => {
    const headers = await headersOf(testServer, request)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const policy = policyOf(headers)
    expect(policy['default-src']).toEqual([policy.sandbox ? "'none'" : "'self'"])
    const scripts = policy['script-src'] ?? policy['default-src']!
    expect(
      scripts.filter((source: string) =>
        ["'unsafe-inline'", "'unsafe-eval'", '*', 'data:', 'blob:', 'http:', 'https:'].includes(source),
      ),
    ).toEqual([])
    expect(policy['frame-ancestors']).toEqual(["'none'"])
    expect(headers.get('strict-transport-security')).toBe(
      testServer === production ? 'max-age=63072000; includeSubDomains' : null,
    )
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the policy of pages', () => {
  it('lets in our own scripts alone, and Google’s popup where it is configured', async () => {
    const [ours, withGoogle] = [policyOf(await headersOf(here, ['/'])), policyOf(await headersOf(production, ['/']))]
    expect(ours['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(ours['frame-src']).toBeUndefined()
    expect(ours['object-src']).toEqual(["'none'"])
    expect(ours['base-uri']).toEqual(["'none'"])
    expect(withGoogle['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'", 'https://apis.google.com'])
    expect(withGoogle['frame-src']).toEqual(['https://p.firebaseapp.com'])
  })

  it('runs nothing in a file that somebody uploaded', async () => {
    const policy = policyOf(await headersOf(here, [design.file_url]))
    expect(policy.sandbox).toEqual([])
    expect(policy['default-src']).toEqual(["'none'"])
  })
})
