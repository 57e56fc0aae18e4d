import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'

// A build as Vite leaves it: a page a route, one for the rest, compressed beside them, and hashed assets.
const dist = await mkdtemp(join(tmpdir(), 'printroom-dist-'))
afterAll(() => rm(dist, { recursive: true, force: true }))
await mkdir(join(dist, 'assets'))
for (const page of ['index', 'login', 'dashboard', 'account', 'other']) {
  const html = `<!doctype html><title>${page}</title>`
  await writeFile(join(dist, `${page}.html`), html)
  await writeFile(join(dist, `${page}.html.gz`), gzipSync(html))
}
await writeFile(join(dist, 'assets/app-1a2b.js'), 'export {}')
await writeFile(join(dist, 'assets/app-1a2b.js.gz'), gzipSync('export {}'))
await writeFile(join(dist, 'favicon.svg'), '<svg/>')

const testServer = await openTestServer({ WEB_DIST: dist })
const maya = await new Client(testServer).register('maya@example.com')

type Got = {
  status: number
  title: string | undefined
  cache: string | undefined
  type: string | undefined
  body: string
}
/** Asks for a path exactly as it is written: `fetch` would tidy it up first. */
const get = (path: string, { method = 'GET', headers = {} as Record<string, string> } = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const asked = request(testServer.url, { path, method, headers: { cookie: maya.cookie, ...headers } }, (answer) => {
      let body = ''
      answer.setEncoding('utf8').on('data', (chunk) => (body += chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          title: /<title>(\w+)/.exec(body)?.[1],
          cache: answer.headers['cache-control'],
          type: answer.headers['content-type'],
          body,
        }),
      )
    })
    asked.on('error', reject).end()
  })

describe('an address of the client', () => {
  it.each([
    ['/', 'index'],
    ['/?from=mail', 'index'],
    ['/login', 'login'],
    ['/login?next=%2Faccount', 'login'],
    // The client reads these as the same.
    ['/login/', 'login'],
    ['/Login', 'login'],
    ['/%6Cogin', 'login'],
    ['/dashboard', 'dashboard'],
  ])('%s is its page', async (path, title) => {
    expect(await get(path)).toMatchObject({ status: 200, title, cache: 'no-cache', type: 'text/html; charset=utf-8' })
    expect(await get(path, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })

  it.each([
    '/docs',
    '/docs/',
    '/docs/other',
    '/index',
    '/other',
    '/nothing/at/all',
    '/login/more',
    '/login.html',
    '/other.html',
    '/index.html',
    '/login.html.gz',
    '/assets/app-1a2b.js.gz',
    '/assets',
    '/assets/',
    '/assets/gone.js',
    '/.env',
    '/a\\b',
    '//login',
    '/./login',
    '/login/..',
    '/x%2F..%2Flogin',
    '/%2e%2e/package.json',
    '/login%00',
    '/apiary',
  ])('%s is not there, and the client’s own page says so', async (path) => {
    expect(await get(path)).toMatchObject({
      status: 404,
      title: 'other',
      cache: 'no-store',
      type: 'text/html; charset=utf-8',
    })
    expect(await get(path, { method: 'HEAD' })).toMatchObject({ status: 404, body: '' })
    expect(
      (await get(path, { headers: { 'accept-encoding': 'gzip', 'if-none-match': '*', range: 'bytes=0-3' } })).status,
    ).toBe(404)
  })

  it('that is no address is refused in our own words', async () => {
    const answer = await get('/%zz')
    expect([answer.status, JSON.parse(answer.body).code, answer.cache]).toEqual([400, 'bad_input', 'no-store'])
  })

  it('is nothing to send to', async () => {
    for (const path of ['/login', '/docs']) expect((await get(path, { method: 'POST' })).status).toBe(404)
  })
})

describe('what a cache may keep', () => {
  it('is said by the route that was reached, however its path was written', async () => {
    for (const path of [
      '/api/user',
      '/%61pi/user',
      '/api/%75ser',
      '/%61%70%69/user',
      '/%61pi/trpc/user.get',
      '/%61pi/designs',
      '/healthz',
      '/%68ealthz',
    ])
      expect([path, await get(path)]).toEqual([path, expect.objectContaining({ status: 200, cache: 'no-store' })])
    for (const path of ['/api/nothing', '/%61pi/nothing', '/api', '/%61pi/'])
      expect([path, await get(path)]).toEqual([
        path,
        expect.objectContaining({ status: 404, cache: 'no-store', type: 'application/json; charset=utf-8' }),
      ])
  })

  it('is assets alone, for a year; and a file of a seller by their own browser', async () => {
    expect(await get('/assets/app-1a2b.js')).toMatchObject({
      status: 200,
      cache: 'public, max-age=31536000, immutable',
    })
    expect(await get('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } })).toMatchObject({
      status: 200,
      cache: 'public, max-age=31536000, immutable',
    })
    expect(await get('/favicon.svg')).toMatchObject({ status: 200, cache: 'no-cache' })
    await testServer.context.storage.put('design-kept.png', Buffer.from('bytes'), 'image/png')
    const { id } = await testServer.context.db.design.create({
      data: {
        userId: maya.userId,
        filename: 'sun.png',
        width: 9,
        height: 9,
        fileSize: 9,
        fileKey: 'design-kept.png',
        thumbnailKey: 'design-not-there.webp',
      },
    })
    expect(await get(`/api/designs/${id}/file`)).toMatchObject({
      status: 200,
      cache: 'private, max-age=31536000, immutable',
    })
    expect(await get(`/api/designs/${id}/thumbnail`)).toMatchObject({ status: 404, cache: 'no-store' })
    expect(await get(`/api/designs/${id}/file`, { headers: { cookie: '' } })).toMatchObject({
      status: 401,
      cache: 'no-store',
    })
  })
})
