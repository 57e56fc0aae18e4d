import { covers, KEY_SCOPES, type ApiKeyWire, type KeyScope, type RequestWire } from '@printroom/contract/api-keys'
import { API_KEYS_MAX } from '@printroom/contract/limits'
import { API_KEY } from '@printroom/contract/messages'
import { createApiKey } from '@printroom/core/domain/auth/api-keys'
import type { UserId } from '@printroom/core/context'
import { describe, expect, it, vi } from 'vitest'
import { appRouter } from '../src/app-router.ts'
import { Client, openTestServer } from './harness.ts'
import { SCOPES } from './key-scopes.ts'
import { end, startProcess } from './processes.ts'

const testServer = await openTestServer()
const other = await startProcess('server', { ...testServer.env, LOG_LEVEL: 'info' })
const { db } = testServer.context

type Key = ApiKeyWire
type Sent<T> = { result: { data: T } }
let people = 0

async function person() {
  const client = await new Client(testServer).register(`maker-${(people += 1)}@example.com`)
  const design = await db.design.create({
    data: {
      userId: client.userId,
      filename: 'sun.png',
      width: 9,
      height: 9,
      fileSize: 9,
      fileKey: `f-${people}.png`,
      thumbnailKey: `t-${people}.webp`,
    },
  })
  return { client, design: design.id }
}
const make = (who: Client, name: string, scope: string, more: object = {}) =>
  who.fetch('/api/trpc/account.createApiKey', { json: { name, scope, ...more } })
async function keyOf(scope: KeyScope | 'write', more: object = {}) {
  const maker = await person()
  const { token, ...key } = (
    await (await make(maker.client, `for ${scope}`, scope, more)).json<Sent<Key & { token: string }>>()
  ).result.data
  const program = (path: string, init: RequestInit & { json?: unknown } = {}, at: { url: string } = testServer) =>
    new Client(at).fetch(path, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${token}` } })
  return { ...maker, token, key, program }
}
const list = async (who: Client) =>
  (await (await who.fetch('/api/trpc/account.apiKeys')).json<Sent<Key[]>>()).result.data

type Procedure = { _def: { type: string; meta?: { isInProcess?: true; scope?: string } } }
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
const isPublic = (path: string) =>
  /^(auth|catalogue)\./.test(path) ||
  ['share.view', 'share.approve', 'share.open', 'scene.calibrationPrint'].includes(path)
const scoped = procedures.filter(([path]) => !isPublic(path))
const neededFor = (path: string) => SCOPES[path] ?? SCOPES[`${path.split('.')[0]}.*`]

describe('a scope', () => {
  it('is named by every procedure, as the table has it', () => {
    expect(scoped.length).toBeGreaterThan(60)
    for (const [path, { _def }] of scoped) expect([path, _def.meta?.scope]).toEqual([path, neededFor(path)])
  })

  it.each([...KEY_SCOPES, 'write'] as const)(
    'of “%s” opens what needs no more, and says what the rest needs',
    async (scope) => {
      const { program } = await keyOf(scope)
      const has = scope === 'write' ? 'all' : scope
      for (const [path, { _def }] of scoped) {
        if (_def.meta?.isInProcess || _def.type === 'subscription') continue
        const answer = await program(`/api/trpc/${path}`, _def.type === 'mutation' ? { json: {} } : {})
        const needed = neededFor(path)!
        if (needed !== 'account' && covers(has, needed)) {
          expect([path, answer.status]).not.toEqual([path, 403])
          await answer.body?.cancel()
          continue
        }
        const { error } = await answer.json<{ error: { data: { app: { error: string } } } }>()
        expect([path, answer.status, error.data.app.error]).toEqual([
          path,
          403,
          needed === 'account'
            ? 'An API key cannot do this. Sign in instead.'
            : `This needs an API key with the scope “${needed}”, and this one has “${has}”. Make one on the account page.`,
        ])
      }
    },
  )

  it('holds over REST, for uploads and for what comes as a file', async () => {
    const [reader, maker, writer] = [await keyOf('read'), await keyOf('make'), await keyOf('write')]
    for (const path of ['/api/user', '/api/designs', '/api/mockups', '/api/credits/statement.csv', '/api/requests'])
      expect([path, (await reader.program(path)).status]).toEqual([path, 200])
    const upload = { method: 'POST', body: new FormData() }
    expect((await reader.program('/api/designs', upload)).status).toBe(403)
    expect((await maker.program('/api/designs', upload)).status).toBe(400)
    const remove = async ({ program, design }: typeof maker) =>
      (await program(`/api/designs/${design}`, { method: 'DELETE' })).status
    expect([await remove(reader), await remove(maker), await remove(writer)]).toEqual([403, 403, 200])
    for (const path of ['/api/account/export', '/api/create-checkout-session'])
      expect((await writer.program(path, path.endsWith('export') ? {} : { json: { plan: 'pro' } })).status).toBe(403)
    expect(await (await writer.program('/api/user')).json()).toMatchObject({
      email: writer.client.email,
      api_key: { name: 'for write', scope: 'all', monthly_cap: null, spent_this_month: 0, expires_at: null },
    })
    expect(await (await writer.client.fetch('/api/user')).json()).not.toHaveProperty('api_key')
  })

  it('opens nothing of another’s', async () => {
    const [{ program }, stranger] = [await keyOf('all'), await person()]
    expect((await program(`/api/designs/${stranger.design}`, { method: 'DELETE' })).status).toBe(404)
    expect((await program(`/api/user/${stranger.client.userId}`)).status).toBe(403)
  })
})

describe('a key that is changed', () => {
  const change = (who: Client, json: object) => who.fetch('/api/trpc/account.changeApiKey', { json })

  it('has another name, cap and end, and a scope that is narrower', async () => {
    const { client, key } = await keyOf('make')
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    await change(client, { id: key.id, name: ' import ', monthly_cap: 100, expires_at })
    expect(await list(client)).toMatchObject([{ name: 'import', scope: 'make', monthly_cap: 100, expires_at }])
    expect((await change(client, { id: key.id, scope: 'all' })).status).toBe(400)
    await change(client, { id: key.id, scope: 'read', monthly_cap: null, expires_at: null })
    expect(await list(client)).toMatchObject([{ name: 'import', scope: 'read', monthly_cap: null, expires_at: null }])
    for (const odd of [{ monthly_cap: 0 }, { monthly_cap: 1.5 }, { expires_at: 'tomorrow' }, { name: ' ' }])
      expect([odd, (await change(client, { id: key.id, ...odd })).status]).toEqual([odd, 400])
  })

  it('is refused by name once it has ended, by every door, and open again when it is given longer', async () => {
    const { client, program, key, token } = await keyOf('all')
    await db.apiKey.update({ where: { id: key.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    const refusal = {
      code: 'key_expired',
      error: expect.stringMatching(/^The API key “for all” expired on \w+ \d+, \d+\./),
    }
    const rest = await program('/api/designs')
    expect([rest.status, await rest.json()]).toEqual([401, refusal])
    for (const path of ['user.get', 'user.get,design.list?batch=1', 'generation.watch']) {
      const answer = await program(`/api/trpc/${path}`)
      expect([path, answer.status, await answer.text()]).toEqual([
        path,
        401,
        expect.stringContaining('“for all” expired'),
      ])
    }
    await change(client, { id: key.id, expires_at: new Date(Date.now() + 60_000).toISOString() })
    expect((await program('/api/designs')).status).toBe(200)
    expect(token).toBeDefined()
  })
})

describe('the requests that were made with keys', () => {
  it('are listed for their owner by key and by failure, and hold nothing that opens anything', async () => {
    const { client, program, key, design } = await keyOf('read')
    const [second, stranger] = [await keyOf('read'), await person()]
    await program(`/api/designs/${design}`, { method: 'DELETE' })
    await program('/api/trpc/user.get,design.get?batch=1&input=%7B%7D')
    await program('/api/s/a-secret-of-a-link/0/file')
    await program('/api/designs?limit=7')
    await second.program('/api/user')
    await client.fetch('/api/designs')
    await new Client(testServer).fetch('/api/designs', { headers: { authorization: 'Bearer prk_wrong' } })
    const read = async (query = '') => (await program(`/api/requests${query}`)).json<RequestWire[]>()
    const since = () => read('?limit=100')
    await vi.waitFor(async () => expect((await since()).length).toBeGreaterThanOrEqual(4), { timeout: 20_000 })
    const first = (await since()).slice(-4)
    expect(first.map(({ method, path, status, error_code }) => [method, path, status, error_code])).toEqual([
      ['GET', '/api/designs', 200, null],
      ['GET', '/api/s/…/0/file', 404, 'not_found'],
      ['GET', '/api/trpc/user.get,design.get', 207, 'bad_input'],
      ['DELETE', `/api/designs/${design}`, 403, 'forbidden'],
    ])
    expect(first[0]).toMatchObject({ key: { id: key.id, name: key.name, ending: key.ending }, address: '127.0.0.1' })
    expect(first.every(({ latency_ms }) => latency_ms >= 0)).toBe(true)

    const failed = await read(`?failed=true&key_id=${key.id}`)
    expect(failed.map(({ status }) => status)).toEqual([404, 207, 403])
    const page = await program('/api/requests?limit=2&failed=false')
    const cursor = page.headers.get('x-next-cursor')
    expect(cursor).not.toBeNull()
    expect((await read(`?limit=2&cursor=${cursor}`)).length).toBe(2)
    expect((await program(`/api/requests?key_id=${second.key.id}`)).status).toBe(404)
    expect(await (await stranger.client.fetch('/api/requests')).json()).toEqual([])
    await client.fetch('/api/trpc/account.revokeApiKey', { json: { id: key.id } })
    const kept = await (await client.fetch('/api/requests?limit=100')).json<RequestWire[]>()
    expect(kept.filter((request) => request.key.name === key.name).length).toBeGreaterThanOrEqual(4)
  })

  it('are written down before a server that stops is gone', async () => {
    const { client, program } = await keyOf('read')
    const stopping = await startProcess('server', { ...testServer.env, LOG_LEVEL: 'info' })
    await program('/api/user', {}, stopping)
    await end(stopping.child)
    expect(await db.apiRequest.findMany({ where: { userId: client.userId } })).toMatchObject([
      { path: '/api/user', status: 200 },
    ])
  })
})

describe('any API key', () => {
  it('is shown once, and kept as a hash', async () => {
    const { client, token, key } = await keyOf('read')
    expect(token).toMatch(/^prk_[\w-]{43}$/)
    expect(key.ending).toBe(token.slice(-4))
    expect(await list(client)).toEqual([
      {
        ...key,
        name: 'for read',
        scope: 'read',
        monthly_cap: null,
        spent_this_month: 0,
        expires_at: null,
        last_used_at: null,
        last_used_from: null,
        created_at: expect.any(String),
      },
    ])
    expect(JSON.stringify([await list(client), await db.apiKey.findMany()])).not.toContain(token)
    expect(JSON.stringify(await db.apiKey.findMany())).not.toContain(token.slice(4))
  })

  it('tells when it was last used, and from where', async () => {
    const { client, program } = await keyOf('read')
    const before = Date.now()
    await program('/api/user')
    const [used] = await list(client)
    expect(Date.parse(used!.last_used_at!)).toBeGreaterThanOrEqual(before - 1)
    expect(Date.parse(used!.last_used_at!)).toBeLessThanOrEqual(Date.now())
    expect(used!.last_used_from).toBe('127.0.0.1')
  })

  it('ends at every process when it is revoked, by its own person alone', async () => {
    const [{ client, program, key }, stranger] = [await keyOf('read'), await person()]
    expect((await program('/api/user', {}, other)).status).toBe(200)
    const revoke = (who: Client) => who.fetch('/api/trpc/account.revokeApiKey', { json: { id: key.id } })
    expect((await revoke(stranger.client)).status).toBe(404)
    expect((await revoke(client)).status).toBe(200)
    for (const at of [testServer, other]) {
      const answer = await program('/api/user', {}, at)
      expect([answer.status, (await answer.json()).error]).toEqual([401, API_KEY.unknown])
      expect((await program('/api/products', {}, at)).status).toBe(200)
    }
    expect(await list(client)).toEqual([])
  })

  it('needs no session, opens none, and is not a session', async () => {
    const { program, token } = await keyOf('write')
    expect((await program('/api/user')).headers.getSetCookie()).toEqual([])
    expect(
      (await new Client(testServer).fetch('/api/user', { headers: { cookie: `printroom_session=${token}` } })).status,
    ).toBe(401)
    expect(
      (await new Client(testServer).fetch('/api/user', { headers: { authorization: `Bearer ${token}x` } })).status,
    ).toBe(401)
  })

  it('has a name, and there are so many and no more', async () => {
    const { client } = await person()
    expect((await make(client, '  ', 'read')).status).toBe(400)
    expect((await make(client, 'x'.repeat(61), 'read')).status).toBe(400)
    expect((await make(client, 'import', 'admin')).status).toBe(400)
    for (let made = 0; made < API_KEYS_MAX; made += 1)
      expect((await make(client, `key ${made}`, 'read')).status).toBe(200)
    expect((await make(client, 'one more', 'read')).status).toBe(400)
    expect(await db.apiKey.count({ where: { userId: client.userId } })).toBe(API_KEYS_MAX)
  })
  it('are twenty at most, however many are made at the same time, at both processes', async () => {
    const { client } = await person()
    const made = Array.from({ length: 2 * API_KEYS_MAX }, (_, at) => {
      const who = at % 2 ? new Client(other) : new Client(testServer)
      return who.fetch('/api/trpc/account.createApiKey', {
        json: { name: `key ${at}`, scope: 'read' },
        headers: { cookie: client.cookie },
      })
    })
    const statuses = (await Promise.all(made)).map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 400).length,
    ]).toEqual([API_KEYS_MAX, API_KEYS_MAX])
    expect(await db.apiKey.count({ where: { userId: client.userId } })).toBe(API_KEYS_MAX)
  })

  it('are none of an account that is gone', async () => {
    const { client, token } = await keyOf('write')
    await db.user.update({ where: { id: client.userId }, data: { deletedAt: new Date() } })
    for (const path of ['/api/user', '/api/designs']) {
      expect((await new Client(testServer).fetch(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(
        401,
      )
      expect((await client.fetch(path)).status).toBe(401)
    }
    const created = createApiKey(testServer.context, client.userId as UserId, {
      name: 'late',
      scope: 'read',
      monthly_cap: null,
      expires_at: null,
    })
    await expect(created).rejects.toThrow('Please sign in.')
  })
})
