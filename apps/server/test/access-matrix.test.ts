import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { appRouter } from '../src/app-router.ts'
import { Client } from './harness.ts'
import { stubScene } from './stub-scene.ts'
import {
  db,
  FOREIGN_NAMES,
  testServer,
  type Ids,
  IN_PROCESS,
  MCP,
  OPEN_TO_ALL,
  OPERATORS,
  PATHS,
  png,
  PROCEDURES,
  PUBLIC,
  PACK_PICTURE,
  SHOT,
  UPLOAD,
  MASK_UPLOAD,
  PHOTOGRAPH_UPLOAD,
  WEBHOOKS,
} from './access-table.ts'

async function person(): Promise<{ client: Client; ids: Ids }> {
  const email = `${randomUUID()}@example.com`
  const client = await new Client(testServer).register(email)
  const userId = client.userId
  const files = () => ({ fileKey: `f-${randomUUID()}.png`, thumbnailKey: `t-${randomUUID()}.webp` })
  const design = await db.design.create({
    data: { userId, filename: 'sun.png', width: 9, height: 9, fileSize: 9, ...files() },
  })
  const settings = {
    product: 'mug',
    colour: 'mug-white',
    modelStyle: 'studio-product',
    background: 'off-white',
    designSize: 'small',
  }
  const batch = await db.batch.create({
    data: { userId, name: 'b', idempotencyKey: randomUUID(), requestHash: 'r', pictures: 1 },
  })
  const pack = await db.pack.create({ data: { userId, name: randomUUID(), pictures: [PACK_PICTURE] } })
  const made = await db.generation.create({
    data: {
      userId,
      designId: design.id,
      batchId: batch.id,
      batchPlace: 0,
      status: 'done',
      input: { settings: SHOT },
      inputHash: 'r',
      seed: 0,
      idempotencyKey: randomUUID(),
    },
  })
  const mockup = await db.mockup.create({
    data: { userId, designId: design.id, generationId: made.id, folderName: 'sun-1', ...settings, ...files() },
  })
  const scene = await stubScene(testServer.context, userId)
  for (const { fileKey, thumbnailKey } of [design, mockup])
    for (const key of [fileKey, thumbnailKey])
      await testServer.context.storage.put(key, Buffer.from('bytes'), 'image/png')
  const ordered = await client.fetch('/api/generate-mockup', {
    json: { ...SHOT, design_id: design.id },
    headers: { 'idempotency-key': email },
  })
  const { generation_id: generation } = await ordered.json<{ generation_id: string }>()
  const session = await db.session.create({
    data: { id: randomUUID(), userId, expiresAt: new Date(Date.now() + 60_000) },
  })
  const browser = await db.trustedDevice.create({ data: { userId, tokenHash: randomUUID() } })
  const key = await db.apiKey.create({
    data: { userId, name: 'k', tokenHash: randomUUID(), ending: 'abcd', scope: 'read' },
  })
  const share = await db.share.create({
    data: { userId, title: 's', tokenHash: randomUUID(), ending: 'abcd', expiresAt: new Date(Date.now() + 60_000) },
  })
  const endpoint = await db.webhookEndpoint.create({
    data: { userId, url: 'https://hooks.example.net/', events: [], secret: 'whsec_dGVzdA==' },
  })
  const event = await db.webhookEvent.create({ data: { userId, type: 't', key: 'k', payload: {} } })
  const delivery = await db.webhookDelivery.create({
    data: { userId, endpointId: endpoint.id, eventId: event.id, status: 'failed', nextAttemptAt: null },
  })
  const ids = {
    user: userId,
    share: share.id,
    scene,
    design: design.id,
    mockup: mockup.id,
    generation,
    batch: batch.id,
    pack: pack.id,
    session: session.handle,
    browser: browser.id,
    key: key.id,
    endpoint: endpoint.id,
    delivery: delivery.id,
    email,
  }
  return { client, ids }
}

type Procedure = { _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[]; meta?: { ids?: object } } }
const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>
const typeOf = (path: string) => procedures[path]?._def.type

/** A stranger's own input, but for what it has in a field of this name, at whatever depth: that is the owner's. */
function withForeign(
  input: ((ids: Ids) => Record<string, unknown>) | undefined,
  field: string,
  stranger: Ids,
  owner: Ids,
): Record<string, unknown> {
  const mix = (own: unknown, foreign: unknown): unknown => {
    if (typeof own !== 'object' || own === null) return own
    if (Array.isArray(own)) return own.map((each, at) => mix(each, (foreign as unknown[])[at]))
    const theirs = foreign as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(own).map(([name, value]) => [name, name === field ? theirs[name] : mix(value, theirs[name])]),
    )
  }
  return (input ? mix(input(stranger), input(owner)) : {}) as Record<string, unknown>
}

async function statusOf(answer: Promise<{ status: number; body: ReadableStream | null }>): Promise<number> {
  const { status, body } = await answer
  await body?.cancel()
  return status
}

async function call(who: Client, path: string, input: unknown): Promise<number> {
  if (typeOf(path) === 'mutation') return statusOf(who.fetch(`/api/trpc/${path}`, { json: input ?? {} }))
  const answer = who.fetch(`/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input ?? {}))}`)
  return typeOf(path) === 'subscription' ? streamedStatusOf(await firstEvent(await answer)) : statusOf(answer)
}

/** What a stream of events begins with, after the word that it is connected. */
async function firstEvent(answer: { body: ReadableStream<Uint8Array> | null }): Promise<string> {
  let said = ''
  for await (const chunk of answer.body!)
    if (/\n\n(event: serialized-error\n)?data: .*\n\n/.test((said += Buffer.from(chunk)))) break
  return said
}

/** A stream is 200 whatever it says; its refusal stands in it. */
const streamedStatusOf = (said: string): number => Number(/"httpStatus":(\d+)/.exec(said)?.[1] ?? 200)

/** The fields of an input that name something, wherever they stand. */
function idFields(schema: z.ZodType): string[] {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const name of Object.keys((node as { properties?: object }).properties ?? {}))
      if (/(^|_)ids?$|Ids?$/.test(name)) found.add(name)
    Object.values(node).forEach(walk)
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
  return [...found]
}

describe('procedures', () => {
  it('have a row each, and a row names every field that names something', () => {
    expect(Object.keys(procedures).toSorted()).toEqual(
      [...Object.keys(PROCEDURES), ...IN_PROCESS, ...PUBLIC].toSorted(),
    )
    for (const [path, { ids = {} }] of Object.entries(PROCEDURES)) {
      const { inputs, meta } = procedures[path]!._def
      const named = inputs.flatMap(idFields).filter((field) => !FOREIGN_NAMES.has(field))
      expect([path, named.toSorted()]).toEqual([path, Object.keys(ids).toSorted()])
      expect([path, meta?.ids ?? {}]).toEqual([
        path,
        Object.fromEntries(Object.entries(ids).map(([field, [kind]]) => [field, kind])),
      ])
    }
  })

  it.each(Object.entries(PROCEDURES))(
    '%s: 401 to nobody, 403 or 404 to a stranger, open to its owner',
    async (path, { input, ids = {}, owner: expected = 200 }) => {
      const [owner, stranger] = [await person(), await person()]
      expect(await call(new Client(testServer), path, input?.(owner.ids))).toBe(401)
      for (const [field, [, refusal]] of Object.entries(ids)) {
        const mixed = withForeign(input, field, stranger.ids, owner.ids)
        expect([field, await call(stranger.client, path, mixed)]).toEqual([field, refusal])
      }
      expect([path, await call(owner.client, path, input?.(owner.ids))]).toEqual([path, expected])
    },
  )

  it.each(IN_PROCESS)('%s is not there over the wire, for its owner either', async (path) => {
    const { client, ids } = await person()
    expect(await call(client, path, { id: ids.design, part: 'file', mockupIds: [ids.mockup] })).toBe(404)
    expect(await call(client, `${path},user.get`, {})).toBe(404)
  })

  it('generation.outcome knows nothing of another’s order', async () => {
    const [owner, stranger] = [await person(), await person()]
    expect(await call(stranger.client, 'generation.outcome', { idempotency_key: owner.ids.email })).toBe(404)
  })

  it('billing.watch tells a stranger nothing of another’s checkout', async () => {
    const [owner, stranger] = [await person(), await person()]
    const paid = {
      kind: 'topup',
      credits: 50,
      amountCents: 499,
      paidAt: new Date(),
      checkoutSessionId: 'cs_test_of_the_owner',
    } as const
    await db.purchase.create({ data: { id: 'cs_test_of_the_owner', userId: owner.ids.user, ...paid } })
    const first = async (who: Client) =>
      firstEvent(
        await who.fetch(`/api/trpc/billing.watch?input=${encodeURIComponent('{"session_id":"cs_test_of_the_owner"}')}`),
      )
    expect(await first(stranger.client)).toContain('"is_complete":false')
    expect(await first(owner.client)).toContain('"is_complete":true')
  })
})

describe('a batch with one foreign id', () => {
  it.each(Object.entries(PROCEDURES).filter(([, { ids }]) => ids))(
    'fails whole: %s',
    async (path, { input, ids = {} }) => {
      const isMutation = typeOf(path) === 'mutation'
      const companion = isMutation ? 'design.rename' : 'user.get'
      for (const [field, [, refusal]] of Object.entries(ids)) {
        const [owner, stranger] = [await person(), await person()]
        const inputs = {
          0: isMutation ? { id: stranger.ids.design, filename: 'changed.png' } : {},
          1: withForeign(input, field, stranger.ids, owner.ids),
        }
        for (const accept of ['application/json', 'application/jsonl']) {
          const headers = { 'trpc-accept': accept }
          const address = `/api/trpc/${companion},${path}?batch=1`
          const answer = isMutation
            ? await stranger.client.fetch(address, { json: inputs, headers })
            : await stranger.client.fetch(`${address}&input=${encodeURIComponent(JSON.stringify(inputs))}`, {
                headers,
              })
          const said = await answer.text()
          expect([path, field, said.match(/"httpStatus":\d+/g)]).toEqual([
            path,
            field,
            [`"httpStatus":${refusal}`, `"httpStatus":${refusal}`],
          ])
          expect(said).not.toContain('"result":')
          expect(said).not.toContain(stranger.ids.email)
        }
        expect((await db.design.findUniqueOrThrow({ where: { id: stranger.ids.design } })).filename).toBe('sun.png')
      }
    },
  )

  it('is told from one whose ids are all the caller’s', async () => {
    const { client, ids } = await person()
    const inputs = { 0: { id: ids.design, filename: 'changed.png' }, 1: { id: ids.mockup.toUpperCase() } }
    expect((await client.fetch('/api/trpc/design.rename,mockup.remove?batch=1', { json: inputs })).status).toBe(200)
    expect(await db.design.count({ where: { id: ids.design, filename: 'changed.png' } })).toBe(1)
    expect(await db.mockup.count({ where: { id: ids.mockup } })).toBe(0)
  })
})

describe('paths', () => {
  it('have a row each', () => {
    const paths = testServer.routes.filter(
      (route) => !route.includes('/api/trpc') && !/^(HEAD|OPTIONS) |\*$/.test(route),
    )
    expect([...new Set(paths)].toSorted()).toEqual(
      [...Object.keys(PATHS), UPLOAD, PHOTOGRAPH_UPLOAD, MASK_UPLOAD, ...OPEN_TO_ALL, ...MCP, ...OPERATORS].toSorted(),
    )
  })

  it.each(Object.entries(PATHS))(
    '%s: 401 to nobody, 403 or 404 to a stranger, open to its owner',
    async (route, { param, query = [], input, ids = {}, owner: expected = 200 }) => {
      const [method, path] = route.split(' ') as [string, string]
      const [owner, stranger] = [await person(), await person()]
      const at = (whose: Ids) => path.replace(':id', param ? whose[param[0]] : '').replace(':part', 'map')
      const send = (who: Client, address: string, json?: object) =>
        statusOf(who.fetch(address, { method, ...(json || method !== 'GET' ? { json: json ?? {} } : {}) }))
      expect(await send(new Client(testServer), at(owner.ids), input?.(owner.ids))).toBe(401)
      if (param) expect(await send(stranger.client, at(owner.ids), input?.(stranger.ids))).toBe(param[1])
      for (const name of query)
        expect([name, await send(stranger.client, `${path}?${name}=${owner.ids.user}`)]).toEqual([name, 403])
      for (const [field, [, refusal]] of Object.entries(ids)) {
        const mixed = withForeign(input, field, stranger.ids, owner.ids)
        expect([field, await send(stranger.client, at(stranger.ids), mixed)]).toEqual([field, refusal])
      }
      expect([route, await send(owner.client, at(owner.ids), input?.(owner.ids))]).toEqual([route, expected])
    },
  )

  it(`${UPLOAD}: 401 to nobody, 403 in another’s name, open to its owner`, async () => {
    const [owner, stranger] = [await person(), await person()]
    expect((await new Client(testServer).upload(png)).status).toBe(401)
    stranger.client.userId = owner.ids.user
    expect((await stranger.client.upload(png)).status).toBe(403)
    expect((await owner.client.upload(png)).status).toBe(201)
  })

  it('of operators are closed to everybody who is signed in', async () => {
    const { client } = await person()
    for (const route of OPERATORS) expect((await client.fetch(route.split(' ')[1]!)).status).toBe(401)
  })

  it('that change something refuse every other site, but for webhooks', async () => {
    const { client, ids } = await person()
    const changing = testServer.routes.filter((each) => !/^(GET|HEAD|OPTIONS|TRACE) /.test(each)) // fetch sends no TRACE
    expect(changing.length).toBeGreaterThan(15)
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const route of changing) {
      const [method, path] = route.split(' ') as [string, string]
      for (const headers of elsewhere) {
        const status = await statusOf(
          client.fetch(path.replace(':id', ids.design).replace(/\*|:path/, 'design.admit'), { method, headers }),
        )
        expect([route, headers, status === 403]).toEqual([route, headers, !WEBHOOKS.includes(route)])
      }
    }
    expect(await db.design.count({ where: { id: ids.design } })).toBe(1)
  })
})
