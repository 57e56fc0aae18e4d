import type { DesignWire } from '@printroom/contract/wire'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../src/rest/routes.ts'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const [owner, stranger] = [new Client(testServer), new Client(testServer)]
const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()
let design: DesignWire

beforeAll(async () => {
  await owner.register('owner@example.com')
  await stranger.register('stranger@example.com')
  design = await (await owner.upload(png)).json()
})

const anonymous = () => new Client(testServer)

describe('accounts', () => {
  it('gives a new account its first credits and a session', async () => {
    const user = await (await owner.fetch('/api/user')).json()
    expect(user).toMatchObject({
      id: owner.userId,
      email: 'owner@example.com',
      credits: 10,
      subscription_plan: 'none',
      subscription_renews_at: null,
      has_stripe_customer: false,
    })
  })

  it('signs in by email whatever its case, and out again everywhere the session was used', async () => {
    const client = anonymous()
    expect(await (await client.fetch('/api/auth/login', { json: { email: ' Owner@Example.com ' } })).json()).toEqual({
      user: { id: owner.userId, email: 'owner@example.com', created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    })
    const kept = client.cookie
    expect((await client.fetch('/api/auth/logout', { method: 'POST' })).status).toBe(200)
    expect((await anonymous().fetch('/api/user', { headers: { cookie: kept } })).status).toBe(401)
  })

  it('refuses a known email, an unknown one, and none, each in its sentence', async () => {
    const answer = async (path: string, json: unknown) => {
      const response = await anonymous().fetch(path, { json })
      return [response.status, (await response.json()).error]
    }
    expect(await answer('/api/auth/register', { email: 'owner@example.com' })).toEqual([
      409,
      'An account with this email already exists.',
    ])
    expect(await answer('/api/auth/login', { email: 'nobody@example.com' })).toEqual([401, 'Invalid credentials'])
    expect(await answer('/api/auth/login', { email: '' })).toEqual([400, 'Please enter your email address'])
    expect(await answer('/api/auth/login', {})).toEqual([400, 'Please enter your email address'])
  })

  it('signs a Google account in, makes it the first time, and keeps one Google account an email', async () => {
    const google = async (uid: string, email = 'g@example.com') =>
      anonymous().fetch('/api/auth/google-login', { json: { email, displayName: 'G', uid } })
    const first = await (await google('uid-1')).json()
    expect(first.user.email).toBe('g@example.com')
    expect((await (await google('uid-1')).json()).user.id).toBe(first.user.id)
    expect((await google('uid-2')).status).toBe(401)
    expect((await google('uid-3', 'owner@example.com')).status).toBe(200)
  })

  it('takes the session as a cookie that scripts cannot read, or as Bearer', async () => {
    const response = await anonymous().fetch('/api/auth/login', { json: { email: 'owner@example.com' } })
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    const token = cookie!.split(';')[0]!.split('=')[1]
    expect((await anonymous().fetch('/api/user', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    const stored = await testServer.context.db.session.findMany({ select: { id: true } })
    expect(stored.map(({ id }) => id)).not.toContain(token)
  })
})

describe('what a path answers', () => {
  it('is what its response schema says, and no more', async () => {
    const bodyOf = async (who: Client, path: string, json?: object) =>
      (await who.fetch(path, json ? { json } : {})).json<unknown>()
    const asked: [string, unknown][] = [
      ['POST /api/auth/login', await bodyOf(anonymous(), '/api/auth/login', { email: 'owner@example.com' })],
      ['GET /api/auth/google', await bodyOf(anonymous(), '/api/auth/google')],
      ['POST /api/auth/logout', await bodyOf(anonymous(), '/api/auth/logout', {})],
      ['GET /api/user', await bodyOf(owner, '/api/user')],
      ...((await bodyOf(owner, '/api/designs')) as unknown[]).map((row): [string, unknown] => [
        'GET /api/designs',
        row,
      ]),
    ]
    for (const [name, body] of asked) {
      const route = ROUTES.find(({ method, path }) => `${method} ${path}` === name)
      expect(route?.responses[200]?.parse(body), name).toEqual(body)
    }
  })
})

describe('the door', () => {
  it('turns anonymous visitors away from every path that is not public', async () => {
    for (const route of ROUTES.filter(({ access }) => access !== 'anybody')) {
      const path = route.path.replace(':id', design.id)
      const response = await anonymous().fetch(path, {
        method: route.method,
        ...(route.method === 'GET' ? {} : { json: {} }),
      })
      expect([route.method, path, response.status]).toEqual([route.method, path, 401])
    }
    for (const path of [design.file_url, design.thumbnail_url]) expect((await anonymous().fetch(path)).status).toBe(401)
    expect((await anonymous().upload(png)).status).toBe(401)
    expect((await anonymous().fetch('/api/mockups/download', { json: { mockupIds: [design.id] } })).status).toBe(401)
  })

  it('answers the three ways to key a read alike, and 403 for another user', async () => {
    for (const noun of ['user', 'designs', 'mockups']) {
      const plain = await (await owner.fetch(`/api/${noun}`)).json()
      expect(await (await owner.fetch(`/api/${noun}/${owner.userId}`)).json()).toEqual(plain)
      expect(await (await owner.fetch(`/api/${noun}?userId=${owner.userId}`)).json()).toEqual(plain)
      expect((await stranger.fetch(`/api/${noun}/${owner.userId}`)).status).toBe(403)
      expect((await stranger.fetch(`/api/${noun}?userId=${owner.userId}`)).status).toBe(403)
    }
  })

  it('shows a stranger nothing: 404 for what is another’s', async () => {
    expect((await stranger.fetch(design.file_url)).status).toBe(404)
    expect((await stranger.fetch(`/api/designs/${design.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(
      (await stranger.fetch(`/api/designs/${design.id}`, { method: 'PATCH', json: { filename: 'mine.png' } })).status,
    ).toBe(404)
    expect((await stranger.fetch('/api/mockups/download', { json: { mockupIds: [design.id] } })).status).toBe(404)
    const order = {
      design_id: design.id,
      product: 'mug',
      colour: 'mug-white',
      model_style: 'studio-product',
      background: 'off-white',
      design_size: 'small',
    }
    expect((await stranger.fetch('/api/generate-mockup', { json: order })).status).toBe(404)
    expect((await stranger.fetch('/api/generate-mockup', { json: { ...order, user_id: owner.userId } })).status).toBe(
      403,
    )
    expect((await owner.fetch(design.file_url)).status).toBe(200)
  })

  it('refuses what another site sends in a person’s name', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' }
    expect((await owner.fetch('/api/auth/logout', { method: 'POST', headers, body: '{}' })).status).toBe(403)
    expect((await owner.fetch('/api/trpc/auth.logout', { method: 'POST', headers, body: '{}' })).status).toBe(403)
    expect(
      (await owner.fetch('/api/auth/logout', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(403)
    expect((await owner.fetch('/api/user')).status).toBe(200)
  })

  it('answers bad input with 400 and unknown paths with 404, as JSON, with nothing of its inside', async () => {
    const bad = await owner.fetch('/api/generate-mockup', {
      body: '{not json',
      headers: { 'content-type': 'application/json' },
    })
    expect(bad.status).toBe(400)
    expect(await bad.json()).toMatchObject({ code: 'bad_input' })
    const odd = await owner.fetch('/api/generate-mockup', { json: { design_id: design.id, product: 'mug' } })
    expect(odd.status).toBe(400)
    expect(Object.keys((await odd.json()).fields ?? {})).toContain('colour')
    const unknown = await owner.fetch('/api/nothing')
    expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'not_found'])
    const malformedId = await owner.fetch('/api/designs/not-a-uuid/file')
    expect(malformedId.status).toBe(400)
  })

  it('gives tRPC the same refusal in its own envelope', async () => {
    const response = await anonymous().fetch('/api/trpc/user.get')
    expect(response.status).toBe(401)
    expect((await response.json<{ error: unknown }>()).error).toMatchObject({
      message: 'Please sign in.',
      data: { app: { code: 'unauthorized', status: 401 } },
    })
  })
})

describe('designs', () => {
  it('keeps an upload, lists it, serves it to its owner, renames and deletes it', async () => {
    expect(design).toMatchObject({ filename: 'sun.png', width: 40, height: 30 })
    const file = await owner.fetch(design.file_url)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    const { data } = await sharp(await file.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([255, 0, 0])

    const second = await (await owner.upload(png, 'second.png')).json()
    expect((await (await owner.fetch('/api/designs')).json<DesignWire[]>()).map((each) => each.id)).toEqual([
      second.id,
      design.id,
    ])
    const renamed = await owner.fetch(`/api/designs/${second.id}`, {
      method: 'PATCH',
      json: { filename: ' moon.png ' },
    })
    expect(await renamed.json()).toMatchObject({ id: second.id, filename: 'moon.png' })
    const refused = await owner.fetch(`/api/designs/${second.id}`, { method: 'PATCH', json: { filename: 'moon.gif' } })
    expect([refused.status, (await refused.json()).error]).toEqual([400, 'Filename must end with .png'])
    expect(await (await owner.fetch(`/api/designs/${second.id}`, { method: 'DELETE' })).json()).toEqual({
      success: true,
    })
    expect((await owner.fetch(second.file_url)).status).toBe(404)
  })

  it('judges a file by its content', async () => {
    const jpeg = await sharp(png).jpeg().toBuffer()
    const answer = async (bytes: Uint8Array, name?: string) => {
      const response = await owner.upload(bytes, name)
      return [response.status, (await response.json()).error]
    }
    expect(await answer(jpeg)).toEqual([415, 'Only PNG files are allowed'])
    expect((await answer(png.subarray(0, png.length - 20)))[0]).toBe(422)
    expect(await answer(Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]))).toEqual([
      413,
      'File size must be less than 10MB',
    ])
    expect(await answer(png, 'sun.gif')).toEqual([400, 'Filename must end with .png'])
    expect((await owner.fetch('/api/designs', { json: {} })).status).toBe(400)
  })
})

describe('health', () => {
  it('is ready with a worker; without one it is alive, and not ready', async () => {
    expect(await (await anonymous().fetch('/readyz')).json()).toEqual({ status: 'ready', database: true, worker: true })
    const empty = await openTestServer()
    expect((await fetch(`${empty.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${empty.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', database: true, worker: false }])
  })
})
