import { randomUUID } from 'node:crypto'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { ERRORS } from '@printroom/contract/errors'
import { Ajv2020 } from 'ajv/dist/2020.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NEXT_STEPS } from '../src/mcp/next-steps.ts'
import { TOOLS } from '../src/mcp/tools.ts'
import { SHOT } from './access-table.ts'
import { Client, openTestServer } from './harness.ts'
import { stubScene } from './stub-scene.ts'

const testServer = await openTestServer()
const { db } = testServer.context
const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
  .png()
  .toBuffer()

type Told = { error: string; code: keyof typeof ERRORS; next: string; fields?: Record<string, string> }
type Data = Record<string, unknown> & { quote: { credits: number }; mockup: { id: string; url: string } }
const open: McpClient[] = []
afterAll(() => Promise.all(open.map((agent) => agent.close())))

async function keyOf(person: Client, scope: 'read' | 'write' = 'write'): Promise<{ id: string; token: string }> {
  const made = await person.fetch('/api/trpc/account.createApiKey', { json: { name: randomUUID(), scope } })
  return (await made.json<{ result: { data: { id: string; token: string } } }>()).result.data
}

/** An agent of either era of the protocol, with a key. */
async function connect(token: string, mode: 'legacy' | 'auto' = 'auto'): Promise<McpClient> {
  const agent = new McpClient({ name: 'agent', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${token}` }
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', testServer.url), { requestInit: { headers } }))
  open.push(agent)
  return agent
}
const ask = async (agent: McpClient, name: string, input: object = {}): Promise<Data> => {
  const { structuredContent, isError, content } = await agent.callTool({ name, arguments: { ...input } })
  expect([name, isError ?? false, content]).toEqual([name, false, content])
  return structuredContent as Data
}
/** A picture that was ordered, however long it takes. */
async function make(agent: McpClient, order: object): Promise<{ id: string }> {
  const { mockup, generation_id } = await ask(agent, 'make_mockup', order)
  if (mockup) return mockup
  return vi.waitFor(
    async () => {
      const waited = await ask(agent, 'wait', { generation_id, wait_seconds: 30 })
      expect(waited.is_done).toBe(true)
      return waited.mockup
    },
    { timeout: 200_000 },
  )
}
const refusal = async (agent: McpClient, name: string, input: object): Promise<Told> => {
  const { isError, content } = await agent.callTool({ name, arguments: { ...input } })
  expect([name, isError]).toEqual([name, true])
  return JSON.parse((content[0] as { text: string }).text) as Told
}
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${testServer.url}/mcp`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

const [maya, other] = [new Client(testServer), new Client(testServer)]
let agent: McpClient
let key: Awaited<ReturnType<typeof keyOf>>
const bearer = () => ({ authorization: `Bearer ${key.token}` })
let design = ''

beforeAll(async () => {
  await maya.register('maya@example.com')
  await other.register('other@example.com')
  await testServer.needWorker()
  key = await keyOf(maya)
  agent = await connect(key.token)
}, 240_000)

describe('an agent over HTTP', { timeout: 240_000 }, () => {
  it('finds tools that say what they take, answer and change, in few words', async () => {
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { name, description = '', inputSchema, outputSchema, annotations } of tools) {
      expect([name, description.length > 20, inputSchema.type, outputSchema?.type]).toEqual([
        name,
        true,
        'object',
        'object',
      ])
      expect([name, ajv.compile(inputSchema) !== null, ajv.compile(outputSchema!) !== null]).toEqual([name, true, true])
      const isFree = !['upload_design', 'make_mockup', 'make_mockup_on_scene', 'make_batch'].includes(name)
      expect([name, annotations]).toEqual([
        name,
        { readOnlyHint: isFree, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      ])
      expect([name, JSON.stringify(inputSchema)]).toEqual([
        name,
        expect.not.stringMatching(/user_?id|idempotency|debug/i),
      ])
    }
    expect(JSON.stringify(tools).length).toBeLessThan(32_000)
    expect(JSON.stringify(await ask(agent, 'list_products')).length).toBeLessThan(4_000)
    const mug = await ask(agent, 'list_products', { product: 'mug' })
    expect((mug.products as { colours: string[] }[])[0]?.colours).toContain('mug-navy')
  })

  it('uploads, asks for the price, makes, makes the same again for nothing, and looks, in both eras', async () => {
    const old = await connect(key.token, 'legacy')
    const uploaded = await ask(old, 'upload_design', { filename: 'sun.png', png_base64: png.toString('base64') })
    design = String(uploaded.id)
    const order = { ...SHOT, design_id: design }
    const left = async () => (await ask(agent, 'credits')).credits as number
    const before = await left()
    expect(await ask(agent, 'quote', { orders: [order] })).toMatchObject({ credits: 1, available: before, missing: 0 })
    expect((await ask(old, 'make_mockup', { ...order, dry_run: true })).quote.credits).toBe(1)
    expect([await left(), await db.generation.count()]).toEqual([before, 0])

    // Both at once, and once more with its fields in another order: one picture, one credit.
    const [first, second] = await Promise.all([make(agent, order), make(old, order)])
    const again = await make(agent, Object.fromEntries(Object.entries(order).toReversed()))
    expect([second.id, again.id]).toEqual([first.id, first.id])
    expect([await left(), await db.generation.count()]).toEqual([before - 1, 1])
    expect(await ask(agent, 'quote', { orders: [order, { ...order, colour: 'plaid' }] })).toMatchObject({
      orders: [{ error: null }, { credits: 0, error: { code: 'bad_input' } }],
    })
    const dry = await ask(agent, 'make_mockup', { ...order, variation: 2, dry_run: true })
    await make(agent, { ...order, variation: 2 })
    expect(before - 1 - (await left())).toBe(dry.quote.credits)

    const { content, structuredContent } = await agent.callTool({
      name: 'get_mockup',
      arguments: { id: first.id },
    })
    const picture = content.find(({ type }) => type === 'image') as { data: string; mimeType: string }
    expect(picture.mimeType).toBe('image/webp')
    expect(await sharp(Buffer.from(picture.data, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 512 })
    const { url } = structuredContent as { url: string }
    expect(await sharp(await (await fetch(url, { headers: bearer() })).arrayBuffer()).metadata()).toMatchObject({
      width: 2048,
    })
    const { mockups } = await ask(agent, 'list_mockups', { product: 'mug' })
    expect(mockups).toEqual(expect.arrayContaining([expect.objectContaining({ id: first.id })]))
  })

  it('orders a batch once however often it calls, and waits for it', async () => {
    const products = [
      {
        product: 'mug',
        colours: ['mug-navy', 'mug-red'],
        scenes: [{ style: SHOT.model_style, background: SHOT.background }],
      },
    ]
    const plan = { designIds: [design], products }
    const before = (await ask(agent, 'credits')).credits as number
    expect((await ask(agent, 'make_batch', { ...plan, dry_run: true })).estimate).toMatchObject({
      credits: 2,
      pictures: 2,
    })
    const made = await Promise.all([1, 2, 3].map(() => ask(agent, 'make_batch', plan)))
    const [id, ...others] = [...new Set(made.map(({ batch }) => (batch as { id: string }).id))]
    expect([others, await db.batch.count()]).toEqual([[], 1])
    await vi.waitFor(
      async () => expect(await ask(agent, 'wait', { batch_id: id, wait_seconds: 30 })).toMatchObject({ is_done: true }),
      { timeout: 200_000 },
    )
    const { pictures } = await ask(agent, 'list_batch_pictures', { batch_id: id })
    expect((pictures as { state: string }[]).map(({ state }) => state)).toEqual(['done', 'done'])
    expect((await ask(agent, 'credits')).credits).toBe(before - 2)
  })

  it('is told what is wrong and what to do next, and never of anybody else', async () => {
    expect(Object.keys(NEXT_STEPS).toSorted()).toEqual(Object.keys(ERRORS).toSorted())
    const theirs = await connect((await keyOf(other)).token)
    const reader = await connect((await keyOf(maya, 'read')).token)
    const order = { ...SHOT, design_id: design }
    const [mockup] = (await ask(agent, 'list_mockups')).mockups as { id: string }[]
    const [generation] = await db.generation.findMany({ where: { userId: maya.userId } })
    const { id: batch } = (await db.batch.findFirst())!
    const told = [
      await refusal(agent, 'make_mockup', { ...order, colour: 'plaid' }),
      await refusal(agent, 'make_mockup', { ...order, wait_seconds: 1e9 }),
      await refusal(agent, 'make_mockup', { ...order, variation: '; DROP TABLE' }),
      await refusal(agent, 'upload_design', { filename: 'a.png', png_base64: 'https://evil.example/a.png' }),
      await refusal(agent, 'upload_design', {
        filename: 'a.png',
        png_base64: Buffer.from('no picture').toString('base64'),
      }),
      await refusal(agent, 'wait', {}),
      await refusal(agent, 'quote', { orders: Array.from({ length: 21 }, () => order) }),
      await refusal(agent, 'get_mockup', { id: [] }),
      await refusal(agent, 'list_mockups', { cursor: 'none', limit: 1e9 }),
      await refusal(agent, 'make_batch', { designIds: [design], products: [], csv: '\0' }),
      await refusal(theirs, 'make_mockup', order),
      await refusal(theirs, 'make_batch', { items: [order] }),
      await refusal(theirs, 'get_mockup', { id: mockup!.id }),
      await refusal(theirs, 'wait', { generation_id: generation!.id }),
      await refusal(theirs, 'wait', { batch_id: batch }),
      await refusal(theirs, 'list_batch_pictures', { batch_id: batch }),
      await refusal(reader, 'make_mockup', order),
    ]
    const codes = [
      ...Array(4).fill('bad_input'),
      'not_png',
      ...Array(5).fill('bad_input'),
      ...Array(6).fill('not_found'),
      'forbidden',
    ]
    expect(told.map(({ code }) => code)).toEqual(codes)
    for (const { error, next } of told) expect([error.length > 5, next.length > 10]).toEqual([true, true])
    expect((await ask(theirs, 'quote', { orders: [order] })).orders).toMatchObject([{ error: { code: 'not_found' } }])
    expect((await ask(reader, 'quote', { orders: [order] })).orders).toMatchObject([{ error: null }])
    await expect(agent.callTool({ name: 'burn', arguments: {} })).rejects.toThrow(/There is no tool of this name/)
  })
})

describe('whoever has no business at /mcp', () => {
  it('is told how to get in: without a key, with one that was revoked, with a cookie alone', async () => {
    const gone = await keyOf(maya)
    await maya.fetch('/api/trpc/account.revokeApiKey', { json: { id: gone.id } })
    for (const headers of [{}, { authorization: `Bearer ${gone.token}` }, { cookie: maya.cookie }]) {
      const answer = await post(message('tools/list'), headers as Record<string, string>)
      const body = (await answer.json()) as Told
      expect([answer.status, body.code, answer.headers.get('www-authenticate')]).toEqual([
        401,
        'unauthorized',
        'Bearer realm="Printroom"',
      ])
      expect(body.error).toContain('account page')
    }
  })

  it('gets nothing from another site, by another name of this machine, or with a body that is none', async () => {
    for (const origin of ['https://evil.example', 'http://rebound.example:3000', 'null', 'file://'])
      for (const method of ['GET', 'POST'])
        expect([
          origin,
          (
            await fetch(`${testServer.url}/mcp`, {
              method,
              headers: { ...bearer(), origin, host: 'rebound.example:3000' },
            })
          ).status,
        ]).toEqual([origin, 403])
    const bodies: [string, number][] = [
      ['{', 400],
      ['[]', 400],
      [`[${message('tools/list')},${message('tools/list')}]`, 400],
      ['"x"', 400],
      ['null', 400],
      ['{}', 400],
      [`{"a":"${'a'.repeat(1024 * 1024)}"}`, 413],
    ]
    for (const [body, status] of bodies)
      expect([body.slice(0, 20), (await post(body, bearer())).status]).toEqual([body.slice(0, 20), status])
    const deep = await post(
      message('tools/call', {
        name: 'quote',
        arguments: JSON.parse('[{"orders":'.repeat(200) + '1' + '}]'.repeat(200)),
      }),
      bearer(),
    )
    expect(deep.status).toBeLessThan(500)
    for (const method of ['GET', 'DELETE'])
      expect(
        (await fetch(`${testServer.url}/mcp`, { method, headers: { ...bearer(), accept: 'text/event-stream' } }))
          .status,
      ).toBe(405)
  })

  it('orders on a scene of its own, once however often it is asked, and finds nobody else’s', async () => {
    const owner = await connect((await keyOf(other)).token)
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: 'other@example.com' } })
    const id = await stubScene(testServer.context, userId)
    const uploaded = await ask(owner, 'upload_design', { filename: 'sun.png', png_base64: png.toString('base64') })
    const order = { id, design_id: String(uploaded.id), design_size: 'small' }
    expect(await ask(owner, 'list_scenes')).toMatchObject({ scenes: [{ id, status: 'ready' }], next: null })
    expect(await db.generation.count({ where: { userId } })).toBe(0)
    const once = { ...order, wait_seconds: 0 }
    const answers = await Promise.all([once, once].map((each) => ask(owner, 'make_mockup_on_scene', each)))
    expect(answers[0]?.generation_id).toBe(answers[1]?.generation_id)
    expect(await db.generation.count({ where: { userId } })).toBe(1)
    expect(await ask(agent, 'list_scenes')).toMatchObject({ scenes: [] })
    expect(await refusal(agent, 'make_mockup_on_scene', { ...order, design_id: design })).toMatchObject({
      code: 'not_found',
    })
  })

  it('holds no stream open: a subscription to tools that never change is over at once', async () => {
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'agent', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const headers = {
      ...bearer(),
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    }
    const listen = message('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: envelope })
    const said = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const answer = await post(listen, headers)
        return [answer.status, (await answer.text()).includes('"resultType":"complete"')]
      }),
    )
    expect(said.filter(([status, isOver]) => status !== 200 || !isOver)).toEqual([])
  })

  it('is counted as on every other path', async () => {
    const strict = await openTestServer({ RATE_LIMITS: 'on' })
    const person = await new Client(strict).register('many@example.com')
    const { token } = await keyOf(person)
    const before = await fetch(`${strict.url}/mcp`, { headers: { authorization: `Bearer ${token}` } })
    const after = await fetch(`${strict.url}/mcp`, { headers: { authorization: `Bearer ${token}` } })
    const left = [before, after].map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    expect(left[0]! - left[1]!).toBe(1)
  })
})
