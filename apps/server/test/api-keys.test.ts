import { API_KEYS_MAX } from '@printroom/contract/limits'
import { createApiKey } from '@printroom/core/domain/auth/api-keys'
import type { UserId } from '@printroom/core/context'
import { describe, expect, it } from 'vitest'
import { appRouter } from '../src/app-router.ts'
import { Client, openTestServer } from './harness.ts'
import { startProcess } from './processes.ts'

const testServer = await openTestServer()
const other = await startProcess('server', { ...testServer.env, LOG_LEVEL: 'info' })
const { db } = testServer.context

type Key = { id: string; name: string; ending: string; scope: string; last_used_at: string | null }
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
const make = (who: Client, name: string, scope: string) =>
  who.fetch('/api/trpc/account.createApiKey', { json: { name, scope } })
async function keyOf(scope: 'read' | 'write') {
  const maker = await person()
  const { token, ...key } = (
    await (await make(maker.client, `for ${scope}`, scope)).json<Sent<Key & { token: string }>>()
  ).result.data
  const program = (path: string, init: RequestInit & { json?: unknown } = {}, at: { url: string } = testServer) =>
    new Client(at).fetch(path, { ...init, headers: { ...(init.headers as object), authorization: `Bearer ${token}` } })
  return { ...maker, token, key, program }
}
const list = async (who: Client) =>
  (await (await who.fetch('/api/trpc/account.apiKeys')).json<Sent<Key[]>>()).result.data

/** What whoever has a link may do, with a key or without. */
const OF_A_LINK = new Set(['share.approve'])
/** Every procedure that changes something and is not for anonymous callers; those of the account are for nobody's key. */
const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta?: { isInProcess?: true } } }>,
)
const changing = procedures
  .filter(([path, { _def }]) => _def.type === 'mutation' && !path.startsWith('auth.') && !_def.meta?.isInProcess)
  .map(([path]) => path)
  .filter((path) => !OF_A_LINK.has(path))
const ofTheAccount = procedures.filter(
  ([path, { _def }]) => /^(account|billing)\./.test(path) && _def.type !== 'subscription' && !_def.meta?.isInProcess,
)

describe('an API key that may read', () => {
  it('reads what its person may read, and changes nothing, whatever it calls', async () => {
    const { program, design } = await keyOf('read')
    for (const path of ['/api/user', '/api/designs', '/api/mockups', '/api/credits/statement.csv'])
      expect([path, (await program(path)).status]).toEqual([path, 200])
    expect(changing).toContain('generation.request')
    for (const path of changing)
      expect([path, (await program(`/api/trpc/${path}`, { json: { id: design, filename: 'x.png' } })).status]).toEqual([
        path,
        403,
      ])
    const refused = await program(`/api/designs/${design}`, { method: 'DELETE' })
    expect([refused.status, (await refused.json()).error]).toEqual([403, 'This API key may only read.'])
    expect((await program('/api/designs', { method: 'POST', body: new FormData() })).status).toBe(403)
    expect(await db.design.count({ where: { id: design } })).toBe(1)
  })
})

describe('an API key that may write', () => {
  it('changes what is its person’s, and nothing of the account itself or of what is paid for', async () => {
    const { program, design } = await keyOf('write')
    expect((await program(`/api/designs/${design}`, { method: 'PATCH', json: { filename: 'moon.png' } })).status).toBe(
      200,
    )
    expect((await program(`/api/designs/${design}`, { method: 'DELETE' })).status).toBe(200)
    expect(ofTheAccount.length).toBeGreaterThan(10)
    for (const [path, { _def }] of ofTheAccount) {
      const answer = await program(`/api/trpc/${path}`, _def.type === 'mutation' ? { json: {} } : {})
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect((await program('/api/account/export')).status).toBe(403)
    expect((await program('/api/create-checkout-session', { json: { plan: 'pro' } })).status).toBe(403)
  })

  it('finds nothing of another’s', async () => {
    const [{ program }, stranger] = [await keyOf('write'), await person()]
    expect((await program(`/api/designs/${stranger.design}`, { method: 'DELETE' })).status).toBe(404)
    expect((await program(`/api/user/${stranger.client.userId}`)).status).toBe(403)
  })
})

describe('any API key', () => {
  it('is shown once, and kept as a hash', async () => {
    const { client, token, key } = await keyOf('read')
    expect(token).toMatch(/^prk_[\w-]{43}$/)
    expect(key.ending).toBe(token.slice(-4))
    expect(await list(client)).toEqual([
      { ...key, name: 'for read', scope: 'read', last_used_at: null, created_at: expect.any(String) },
    ])
    expect(JSON.stringify([await list(client), await db.apiKey.findMany()])).not.toContain(token)
    expect(JSON.stringify(await db.apiKey.findMany())).not.toContain(token.slice(4))
  })

  it('tells when it was last used', async () => {
    const { client, program } = await keyOf('read')
    const before = Date.now()
    await program('/api/user')
    const [used] = await list(client)
    expect(Date.parse(used!.last_used_at!)).toBeGreaterThanOrEqual(before - 1)
    expect(Date.parse(used!.last_used_at!)).toBeLessThanOrEqual(Date.now())
  })

  it('ends at every process when it is revoked, by its own person alone', async () => {
    const [{ client, program, key }, stranger] = [await keyOf('read'), await person()]
    expect((await program('/api/user', {}, other)).status).toBe(200)
    const revoke = (who: Client) => who.fetch('/api/trpc/account.revokeApiKey', { json: { id: key.id } })
    expect((await revoke(stranger.client)).status).toBe(404)
    expect((await revoke(client)).status).toBe(200)
    for (const at of [testServer, other]) expect((await program('/api/user', {}, at)).status).toBe(401)
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
    const created = createApiKey(testServer.context, client.userId as UserId, { name: 'late', scope: 'read' })
    await expect(created).rejects.toThrow('Please sign in.')
  })
})
