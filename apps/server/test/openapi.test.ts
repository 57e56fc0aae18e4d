import { randomUUID } from 'node:crypto'
import { startReceiver } from '@printroom/config/src/webhook-receiver.ts'
import { ERRORS } from '@printroom/contract/errors'
import { Validator } from '@seriousme/openapi-schema-validator'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { pathOf } from '../src/rest/openapi/document.ts'
import { STREAMS } from '../src/rest/openapi/streams.ts'
import { ROUTES } from '../src/rest/routes.ts'
import { SHOT } from './access-table.ts'
import { bring, buy, sandbox, testServer } from './billing-server.ts'
import { document, DocumentedClient, faultsOf, OPERATIONS, stepsTo } from './documented.ts'
import { Client, openTestServer } from './harness.ts'
import { openMailbox } from './mailbox.ts'
import { stubScene } from './stub-scene.ts'

const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
  .png()
  .toBuffer()

describe('the document', () => {
  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect([valid, errors]).toEqual([true, undefined])
  })

  it('knows every path that is there, and no other', () => {
    const served = testServer.routes
      .filter((route) => /^(GET|POST|PATCH|DELETE|PUT) \/api\//.test(route))
      .filter((route) => !/\/api\/(trpc|stripe\/webhook|webhooks\/|openapi\.json)/.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
    const streams = STREAMS.map(({ procedure }) => `GET /api/trpc/${procedure}`)
    expect([...OPERATIONS.keys()].toSorted()).toEqual([...new Set(served), ...streams].toSorted())
    expect(OPERATIONS.size).toBe(ROUTES.length + STREAMS.length)
  })

  it('names each operation once, with a summary, and its examples fit', () => {
    expect(new Set([...OPERATIONS.values()].map(({ operationId }) => operationId)).size).toBe(OPERATIONS.size)
    for (const [name, operation] of OPERATIONS) {
      expect([name, operation.summary.length > 5, operation.tags.length]).toEqual([name, true, 1])
      const [method = '', path = ''] = name.split(' ')
      const at = ['paths', path, method.toLowerCase()]
      for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {})) {
        expect(example, name).toBeDefined()
        expect([name, faultsOf(example, ...at, 'requestBody', 'content', type, 'schema')]).toEqual([name, []])
      }
      for (const status of Object.keys(operation.responses)) {
        const { answer, steps } = stepsTo(name, Number(status))
        for (const [type, { example, examples }] of Object.entries(answer.content ?? {})) {
          const shown = examples ? Object.values(examples).map(({ value }) => value) : [example]
          const isFile = type !== 'application/json' && type !== 'text/event-stream'
          for (const value of isFile ? [] : shown)
            expect([name, status, faultsOf(value, ...steps, 'content', type, 'schema')]).toEqual([name, status, []])
        }
      }
    }
  })

  it('says of an order what makes it safe to repeat, of a list how it goes on, of a form what it holds', () => {
    const parameters = (name: string) => OPERATIONS.get(name)?.parameters?.map((each) => `${each.in} ${each.name}`)
    expect(parameters('POST /api/generate-mockup')).toContain('header Idempotency-Key')
    expect(parameters('POST /api/batches')).toContain('header Idempotency-Key')
    for (const { path, method } of ROUTES.filter(({ isList }) => isList)) {
      const name = `${method} ${pathOf({ path })}`
      expect([name, parameters(name)]).toEqual([name, expect.arrayContaining(['query cursor', 'query limit'])])
    }
    expect(Object.keys(OPERATIONS.get('POST /api/designs')?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
    ])
    for (const operation of OPERATIONS.values()) expect(Object.keys(operation.responses)).toContain('429')
    for (const { method, path, access } of ROUTES)
      expect(OPERATIONS.get(`${method} ${pathOf({ path })}`)?.security.length === 0).toBe(access === 'anybody')
  })

  it('is small, comes packed, and is not sent again to whoever has it', async () => {
    const address = `${testServer.url}/api/openapi.json`
    const first = await fetch(address)
    const text = await first.text()
    expect(JSON.parse(text)).toEqual(document)
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(Number(first.headers.get('content-length'))).toBeLessThan(20_000)
    const etag = first.headers.get('etag')!
    const again = await fetch(address, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, text])
  })

  it('sees a field that is missing, one too many and one of another type', () => {
    const at = ['components', 'schemas', 'User']
    const user = { id: 'a', email: 'maya@example.com', created_at: 'now' }
    expect(faultsOf(user, ...at)).toEqual([])
    expect(faultsOf({ ...user, name: 'Maya' }, ...at)).toHaveLength(1)
    expect(faultsOf({ id: 'a', email: 'maya@example.com' }, ...at)).toHaveLength(1)
    expect(faultsOf({ ...user, id: 1 }, ...at)).toHaveLength(1)
  })
})

describe('every answer is as the document says', { timeout: 300_000 }, () => {
  it('of a walk through all of the API, as it goes well and as it is refused', async () => {
    const seller = await new DocumentedClient(testServer).register('walk@example.com')
    const nobody = new DocumentedClient(testServer)
    const get = (path: string) => seller.fetch(path)
    const send = (path: string, json: object = {}, headers = {}) => seller.fetch(path, { json, headers })
    const remove = (path: string) => seller.fetch(path, { method: 'DELETE' })
    await nobody.fetch('/api/auth/google')
    await new DocumentedClient(testServer).fetch('/api/auth/google-login', {
      json: { email: 'gil@example.com', uid: 'g1', displayName: 'Gil' },
    })
    await nobody.fetch('/api/auth/logout', { json: {} })
    await nobody.fetch('/api/auth/login', { json: { email: 'nobody@example.com' } })
    await nobody.fetch('/api/auth/register', { json: { email: seller.email } })
    await new DocumentedClient(testServer).fetch('/api/auth/login', { json: { email: seller.email } })

    const design = await (await seller.upload(png)).json()
    await seller.upload(Buffer.from('no picture'))
    await seller.upload(png.subarray(0, 100))
    const made = await (
      await send('/api/generate-mockup', { ...SHOT, design_id: design.id }, { 'x-debug-mode': 'true' })
    ).json()
    await send('/api/generate-mockup', { ...SHOT, design_id: design.id })
    await send('/api/generate-mockup', { ...SHOT, design_id: randomUUID() })
    await send('/api/generate-mockup', { design_id: design.id })
    await send('/api/generate-mockup', { ...SHOT, design_id: design.id, dry_run: true })
    await send('/api/generate-mockup', { ...SHOT, design_id: randomUUID(), dry_run: true })
    await send('/api/quote', {
      orders: [
        { ...SHOT, design_id: design.id },
        { ...SHOT, colour: 'plaid' },
      ],
    })
    await send('/api/quote', { ...SHOT, design_id: design.id })
    await send('/api/quote', { orders: [] })
    await send('/api/generate-mockup?dry_run=true', { ...SHOT, design_id: design.id })
    for (const query of ['', '?product=mug', '?product=ufo']) await nobody.fetch(`/api/products${query}`)
    await send(
      '/api/generate-mockup',
      { ...SHOT, colour: 'mug-red', design_id: design.id },
      { 'idempotency-key': 'one' },
    )
    await send(
      '/api/generate-mockup',
      { ...SHOT, colour: 'mug-blue', design_id: design.id },
      { 'idempotency-key': 'one' },
    )
    for (const noun of ['user', 'designs', 'mockups'])
      for (const path of [`/api/${noun}`, `/api/${noun}/${seller.userId}`, `/api/${noun}/${randomUUID()}`])
        await get(path)
    await get('/api/mockups?limit=1')
    await get('/api/mockups?limit=0')
    for (const query of ['', '?download', '?preset=etsy&format=jpeg', '?format=webp', '?preset=ebay'])
      await get(`/api/mockups/${made.id}/file${query}`)
    for (const query of ['', '?side=352', '?side=9']) await get(`/api/mockups/${made.id}/thumbnail${query}`)
    for (const part of ['file', 'thumbnail']) await get(`/api/designs/${design.id}/${part}`)
    await send('/api/mockups/download', { mockupIds: [made.id] })
    await send('/api/mockups/download', { mockupIds: [randomUUID()] })
    await get('/api/credits/statement.csv')
    await get('/api/requests')
    await get(`/api/requests?key_id=${randomUUID()}`)
    await get('/api/account/export')

    const grid = {
      designIds: [design.id],
      products: [
        { product: 'mug', colours: ['mug-navy'], scenes: [{ style: SHOT.model_style, background: SHOT.background }] },
      ],
    }
    await send('/api/batches/estimate', grid)
    await send('/api/batches', { ...grid, dry_run: true })
    await send('/api/batches', { ...grid, designIds: [randomUUID()] })
    const batch = await (await send('/api/batches', grid, { 'idempotency-key': 'grid' })).json()
    await vi.waitFor(async () => expect((await get(`/api/batches/${batch.id}/zip`)).status).toBe(200), {
      timeout: 240_000,
      interval: 500,
    })
    for (const path of ['', `/${batch.id}`, `/${batch.id}/pictures`, `/${batch.id}/csv`, `/${randomUUID()}`])
      await get(`/api/batches${path}`)
    const [picture] = await (await get(`/api/batches/${batch.id}/pictures`)).json<{ generation_id: string }[]>()
    await get(`/api/generations/${picture!.generation_id}?wait_seconds=1`)
    for (const act of ['retry', 'cancel']) await send(`/api/batches/${batch.id}/${act}`)
    await seller.fetch(`/api/designs/${design.id}`, { method: 'PATCH', json: { filename: 'moon.png' } })
    await seller.fetch(`/api/designs/${design.id}`, { method: 'PATCH', json: { filename: 'moon' } })
    await remove(`/api/mockups/${made.id}`)
    await remove(`/api/mockups/${made.id}`)

    await send('/api/cancel-subscription')
    await send('/api/resume-subscription')
    await buy(seller, 'starter')
    await bring()
    for (const act of ['create-portal-session', 'cancel-subscription', 'resume-subscription']) await send(`/api/${act}`)
    await send('/api/create-checkout-session', { plan: 'starter' })
    expect(sandbox.url).toBeDefined()

    for (const { method, path, access } of ROUTES.filter((route) => route.access !== 'anybody'))
      expect([access, (await nobody.fetch(path.replace(':id', randomUUID()), { method })).status]).toEqual([
        access,
        401,
      ])
    await seller.fetch('/api/user', { headers: { origin: 'https://evil.example' } })
    await send('/api/batches', grid, { origin: 'https://evil.example' })
    await remove(`/api/designs/${design.id}`)
  })

  it('of what is made of pictures: stars, packs, listings, a shared link, webhooks', async () => {
    const seller = await new DocumentedClient(testServer).register('shop@example.com')
    const send = (path: string, json: object = {}, method = 'POST') => seller.fetch(path, { method, json })
    const design = await (await seller.upload(png)).json()
    const made = await (await send('/api/generate-mockup', { ...SHOT, design_id: design.id })).json()
    await send(`/api/mockups/${made.id}`, { is_favourite: true }, 'PATCH')

    await seller.fetch('/api/packs')
    const scenes = [{ style: SHOT.model_style, background: SHOT.background }]
    const wanted = { name: 'Cups', pictures: [{ scenes, crop: 'whole', width: 1000, height: 1000 }] }
    const pack = await (await send('/api/packs', wanted)).json()
    await send('/api/packs', { name: '' })
    await send(`/api/packs/${pack.id}`, { ...wanted, name: 'Mugs' }, 'PATCH')
    const colours = [SHOT.colour]
    const plan = { designIds: [design.id], products: [{ product: SHOT.product, colours }], pack_id: pack.id }
    const batch = await (await send('/api/batches', plan)).json()
    await seller.fetch(`/api/batches/${batch.id}/listings`)
    await vi.waitFor(
      async () => expect((await seller.fetch(`/api/batches/${batch.id}/listings.zip`)).status).toBe(200),
      { timeout: 240_000, interval: 500 },
    )
    await seller.fetch(`/api/packs/${pack.id}`, { method: 'DELETE' })

    const share = { title: 'For Ann', days: 7, mockupIds: [made.id] }
    const shared = await Client.prototype.fetch.call(seller, '/api/trpc/share.create', { json: share })
    const { result } = await shared.json<{ result: { data: { token: string } } }>()
    const nobody = new DocumentedClient(testServer)
    for (const part of ['file', 'thumbnail']) await nobody.fetch(`/api/s/${result.data.token}/0/${part}`)
    await nobody.fetch('/api/s/none/0/file')

    const { url } = await startReceiver()
    const endpoint = await (await send('/api/webhook-endpoints', { url, events: ['mockup.completed'] })).json()
    const at = `/api/webhook-endpoints/${endpoint.id}`
    await seller.fetch('/api/webhook-endpoints')
    await send(at, { is_enabled: true }, 'PATCH')
    for (const act of ['secret', 'test', 'replay']) await send(`${at}/${act}`)
    const [message] = await (await seller.fetch(`${at}/deliveries`)).json<{ id: string }[]>()
    await send(`/api/webhook-deliveries/${message!.id}/replay`)
    await seller.fetch(at, { method: 'DELETE' })
    await seller.fetch(at, { method: 'DELETE' })
  })

  it('of scenes, from the print to what is ordered on one', async () => {
    const seller = await new DocumentedClient(testServer).register('scenes@example.com')
    const send = (path: string, json: object = {}, method = 'POST') => seller.fetch(path, { method, json })
    for (const query of ['?product=mug&side=wrap&format=png', '?product=t-shirt', '?product=ufo'])
      await seller.fetch(`/api/calibration-print${query}`)
    const form = new FormData()
    form.set('product', 'mug')
    form.set('photograph', new File([new Uint8Array(await sharp(png).flatten().jpeg().toBuffer())], 'a.jpg'))
    await seller.fetch('/api/scenes', { method: 'POST', body: form })
    await seller.fetch('/api/scenes', { method: 'POST', body: new FormData() })
    const at = `/api/scenes/${await stubScene(testServer.context, seller.userId)}`
    for (const path of ['/api/scenes', at, `/api/scenes/${randomUUID()}`]) await seller.fetch(path)
    const grey = { width: 1024, height: 1024, channels: 1 as const }
    const half = Buffer.alloc(1024 * 1024).fill(255, 0, 512 * 1024)
    for (const mask of [await sharp(half, { raw: grey }).extractChannel(0).png().toBuffer(), png]) {
      const form = new FormData()
      form.set('mask', new File([new Uint8Array(mask)], 'mask.png'))
      await seller.fetch(`${at}/mask`, { method: 'POST', body: form })
    }
    for (const part of ['mask', 'mask?part=picture', 'plate', 'thumbnail', 'preview/map', 'preview/horse'])
      await seller.fetch(`${at}/${part}`)
    const design = await (await seller.upload(png)).json()
    const order = { design_id: design.id, design_size: 'small' }
    for (const more of [{ dry_run: true }, { colour: 'mug-navy' }]) await send(`${at}/mockups`, { ...order, ...more })
    for (const name of ['Mine', '']) await send(at, { name }, 'PATCH')
    for (let twice = 0; twice < 2; twice++) await seller.fetch(at, { method: 'DELETE' })
  })

  it('of what has not ended yet: a sign-in by code, an order that takes longer, one that is given up', async () => {
    const mailbox = await openMailbox()
    const slow = await openTestServer({ AUTH_VERIFICATION: 'on', SMTP_URL: mailbox.url, GENERATION_WAIT_SECONDS: '0' })
    const client = new DocumentedClient(slow)
    const email = 'slow@example.com'
    for (const way of ['login', 'register']) await client.fetch(`/api/auth/${way}`, { json: { email } })
    const code = mailbox.codeFor(email)
    const entered = await client.fetch('/api/auth/register', { json: { email, code } })
    const { user } = await entered.json()
    const files = { fileKey: 'f.png', thumbnailKey: 't.webp' }
    const { id } = await slow.context.db.design.create({
      data: { userId: user.id, filename: 'sun.png', width: 9, height: 9, fileSize: 9, ...files },
    })
    const ordered = await client.fetch('/api/generate-mockup', { json: { ...SHOT, design_id: id } })
    const { generation_id: order } = await ordered.json<{ generation_id: string }>()
    const scene = await stubScene(slow.context, user.id)
    await client.fetch(`/api/scenes/${scene}/mockups`, { json: { design_id: id, design_size: 'small' } })
    const giveUp = async (id: string) => (await client.fetch(`/api/generations/${id}`, { method: 'DELETE' })).status
    const { status } = await client.fetch(`/api/generations/${order}?wait_seconds=0`)
    expect([status, await giveUp(order), await giveUp(order), await giveUp(randomUUID())]).toEqual([202, 200, 200, 404])
    expect((await client.fetch(`/api/generations/${order}`)).status).toBe(422)
  })

  it('of a stream of events', async () => {
    const watcher = await new DocumentedClient(testServer).register('watch@example.com')
    for (const { procedure } of STREAMS) {
      const path = `/api/trpc/${procedure}?input=${encodeURIComponent('{}')}`
      const left = new AbortController()
      const answer = await watcher.fetch(path, { headers: { accept: 'text/event-stream' }, signal: left.signal })
      let said = ''
      let data: string | undefined
      for await (const chunk of answer.body!) {
        said += Buffer.from(chunk)
        data = /(?:^|\n\n)data: (.*)\n/.exec(said)?.[1]
        if (data !== undefined) break
      }
      left.abort()
      const { steps } = stepsTo(`GET /api/trpc/${procedure}`, 200)
      expect([procedure, faultsOf(JSON.parse(data!), ...steps, 'content', 'text/event-stream', 'schema')]).toEqual([
        procedure,
        [],
      ])
    }
  })

  it('and every way in which one can go well was seen', () => {
    const wanted = [...OPERATIONS].flatMap(([name, { responses }]) =>
      Object.keys(responses)
        .filter((status) => Number(status) < 400)
        .map((status) => `${name} ${status}`),
    )
    expect(wanted.filter((each) => !DocumentedClient.seen.has(each))).toEqual([])
    const refused = new Set(
      [...DocumentedClient.seen].map((each) => Number(each.split(' ').at(-1))).filter((each) => each >= 400),
    )
    expect(refused.size).toBeGreaterThan(6)
    expect([...refused].every((status) => Object.values(ERRORS).some(([known]) => known === status))).toBe(true)
  })
})
