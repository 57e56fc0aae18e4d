import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import type * as z from 'zod'
import { appRouter } from '../src/app-router.ts'
import { Client, openTestServer, type Reply } from './harness.ts'

// Whatever is sent, by whichever door: it is taken, or refused with a 4xx in a sentence. A 5xx would be a fault of ours.
export const testServer = await openTestServer({ GENERATION_WAIT_SECONDS: '0' })
export const maya = await new Client(testServer).register('maya@example.com')
export const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()
export const design = await (await maya.upload(png)).json()
export const SHOT = {
  product: 'mug',
  product_model: '',
  colour: 'mug-white',
  model_style: 'studio-product',
  background: 'off-white',
  design_size: 'small',
  model_gender: '',
}

type Sample = () => Record<string, unknown>
const byId: Sample = () => ({ id: randomUUID() })
const listed: Sample = () => ({ ...keyed(), cursor: null, limit: 5 })
const keyed: Sample = () => ({ user_id: maya.userId })
const filtered: Sample = () => ({
  ...listed(),
  q: 'sun navy',
  design_id: design.id,
  product: 'mug',
  colour: 'mug-white',
  style: 'studio-product',
  background: 'off-white',
  side: 'front',
  from: '2026-11-01',
  before: '2026-11-24T10:00:00Z',
  is_favourite: true,
})
const CSV = 'file,product,colour,scene\nsun.png,Mug,White,Studio Product / Off-White\n'
/** A picture of each way in which a batch may name one. */
const wanted: Sample = () => ({
  designIds: [design.id],
  products: [
    { product: 'mug', colours: ['mug-white'], scenes: [{ style: 'studio-product', background: 'off-white' }] },
  ],
  items: [{ design_id: design.id, ...SHOT, product_model: null, model_gender: null }],
  csv: CSV,
  pack_id: 'etsy-10',
})
const pack: Sample = () => ({
  name: randomUUID(),
  pictures: [
    {
      scenes: [{ style: 'studio-product', background: 'off-white', gender: null }],
      crop: 'whole',
      width: 1200,
      height: 900,
      shop: 'amazon',
    },
  ],
})
const newKey: Sample = () => ({ name: 'import', scope: 'make', monthly_cap: 100, expires_at: '2027-01-31T00:00:00Z' })
/** An input that each procedure would take, but for the thing that it names: with every field that its schema has. */
export const SAMPLES: Record<string, Sample> = {
  'account.revokeSession': byId,
  'account.forgetBrowser': byId,
  'account.revokeApiKey': byId,
  'account.createApiKey': newKey,
  'account.changeApiKey': () => ({ ...byId(), ...newKey() }),
  'account.setNaming': () => ({ template: '{design}-{n}' }),
  'account.remove': () => ({ confirmation: 'other@example.com' }),
  'auth.login': () => ({ email: 'maya@example.com', code: 'ABCD-2345' }),
  'auth.register': () => ({ email: `${randomUUID()}@example.com`, code: 'ABCD-2345' }),
  'auth.googleLogin': () => ({ email: 'gil@example.com', displayName: 'Gil', uid: 'uid-1', idToken: 'a.b.c' }),
  'batch.cancel': byId,
  'batch.estimate': () => ({ ...wanted() }),
  'batch.get': () => ({ ...byId(), wait_seconds: 0 }),
  'batch.listings': () => ({ ...byId(), pack_id: 'etsy-10' }),
  'batch.list': () => ({ cursor: null, limit: 5 }),
  'batch.order': () => ({ ...wanted(), name: 'autumn', idempotency_key: randomUUID(), dry_run: false }),
  'batch.dryRun': () => ({ ...SAMPLES['batch.order']!(), dry_run: true }),
  'batch.pictures': () => ({ ...byId(), cursor: null, limit: 5 }),
  'batch.readCsv': () => ({ csv: CSV }),
  'batch.retry': byId,
  'billing.checkout': () => ({ plan: 'pro', userId: maya.userId }),
  'billing.portal': () => ({ userId: maya.userId }),
  'billing.cancel': () => ({ userId: maya.userId, reason: 'too dear' }),
  'billing.resume': () => ({ userId: maya.userId }),
  'billing.watch': () => ({ session_id: 'cs_test_1' }),
  'catalogue.offers': () => ({ product: 'mug', base_model: 'gildan-64000' }),
  'design.get': byId,
  'design.list': listed,
  'design.rename': () => ({ id: design.id, filename: 'sun.png' }),
  'design.remove': byId,
  'generation.request': () => ({
    ...SHOT,
    user_id: maya.userId,
    design_id: design.id,
    original_mockup_id: randomUUID(),
    is_color_change: true,
    side: 'front',
    placement: { x: 1.9, y: 1.6, width: 2, rotation: 10 },
    idempotency_key: randomUUID(),
    debug: true,
    wait_seconds: 0,
    dry_run: false,
  }),
  'generation.cancel': byId,
  'generation.get': () => ({ ...byId(), wait_seconds: 0 }),
  'generation.quote': () => ({ orders: [{ ...SHOT, design_id: design.id }] }),
  'generation.dryRun': () => ({ ...SAMPLES['generation.request']!(), dry_run: true }),
  'generation.outcome': () => ({ idempotency_key: randomUUID(), wait_seconds: 0 }),
  'mockup.folders': () => ({ ...filtered(), by: 'batch' }),
  'mockup.get': byId,
  'mockup.list': filtered,
  'mockup.remove': byId,
  'pack.create': () => pack(),
  'pack.change': () => ({ ...byId(), ...pack() }),
  'pack.remove': byId,
  'scene.list': () => ({ cursor: null, limit: 5 }),
  'scene.get': byId,
  'scene.rename': () => ({ ...byId(), name: 'On the desk' }),
  'scene.remove': byId,
  'scene.preview': byId,
  'scene.order': () => ({
    ...byId(),
    design_id: design.id,
    colour: 'mug-white',
    design_size: 'small',
    placement: { x: 1.9, y: 1.6, width: 2, rotation: 10 },
    idempotency_key: randomUUID(),
    debug: true,
    wait_seconds: 0,
    dry_run: false,
  }),
  'scene.dryRun': () => ({ ...SAMPLES['scene.order']!(), dry_run: true }),
  'mockup.setFavourite': () => ({ ...byId(), is_favourite: true }),
  'share.create': () => ({ title: 'For Ann', days: 7, mockupIds: [randomUUID()] }),
  'share.list': () => ({ cursor: null, limit: 5 }),
  'share.get': byId,
  'share.revoke': byId,
  'share.view': () => ({ token: 'a'.repeat(43) }),
  'share.approve': () => ({ token: 'a'.repeat(43), place: 0, is_approved: true, note: 'lovely' }),
  'webhook.create': () => ({ url: 'https://hooks.example.net/', events: ['mockup.completed'] }),
  'webhook.update': () => ({ ...byId(), url: 'https://a.example.net/', events: ['credits.low'], is_enabled: false }),
  'webhook.remove': byId,
  'webhook.rotateSecret': byId,
  'webhook.test': byId,
  'webhook.deliveries': () => ({ ...byId(), cursor: null, limit: 5 }),
  'webhook.replay': byId,
  'webhook.replayFailed': byId,
  'request.list': () => ({ key_id: randomUUID(), failed: true, cursor: null, limit: 5 }),
  'user.get': keyed,
  'user.statement': () => ({ cursor: 5, limit: 5 }),
}

type Procedure = {
  _def: { type: 'query' | 'mutation' | 'subscription'; inputs: z.ZodType[]; meta?: { isInProcess?: true } }
}
export const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).filter(
  ([, { _def }]) => !_def.meta?.isInProcess,
)

export const ODD_TEXTS: Record<string, unknown> = {
  'NUL alone': '\0',
  'NUL in a text': 'sun\0.png',
  'half of a surrogate pair': 'sun\ud83d.png',
  'the other half': '\udc00.png',
  'a list': ['sun.png'],
  'an object': { toString: 'x' },
  'a number that is none': 1e308,
  'a long text': 'a'.repeat(100_000),
  'controls and marks': '\u0001\u202e\ufeff\u{1f600}.png',
}
export const NEVER_TAKEN = new Set(['NUL alone', 'NUL in a text', 'half of a surrogate pair', 'the other half'])

export const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)
/** Bodies that are no input of anything, as bytes. */
export const ODD_BODIES: Record<string, [type: string | undefined, body: string | Buffer]> = {
  'nothing, called JSON': ['application/json', ''],
  'a space, called JSON': ['application/json', ' '],
  'no JSON': ['application/json', '{"a":'],
  'JSON twice': ['application/json', '{}{}'],
  null: ['application/json', 'null'],
  'a text': ['application/json', '"x"'],
  'a text with NUL': ['application/json', '"\\u0000"'],
  'a list': ['application/json', '[1,2]'],
  'a list, very deep': ['application/json', deep('[', ']', 100_000)],
  'an object, very deep': ['application/json', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  'a list, very long': ['application/json', `[${'0,'.repeat(400_000)}0]`],
  'a prototype': ['application/json', '{"__proto__":{"id":"x"},"constructor":{"prototype":{}}}'],
  'NUL in a name': ['application/json', '{"a\\u0000b":1}'],
  'bytes that are no UTF-8': ['application/json', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  'UTF-16': ['application/json; charset=utf-16', Buffer.from('{}', 'utf16le')],
  'JSON with a mark before it': ['application/json', '\ufeff{}'],
  'a plain text': ['text/plain', 'hello'],
  'a form': ['application/x-www-form-urlencoded', 'email=a%00b'],
  XML: ['application/xml', '<a/>'],
  bytes: ['application/octet-stream', Buffer.from([0, 1, 2])],
  'a type that is none': ['///;;=', '{}'],
  'no type': [undefined, '{}'],
  'multipart without a boundary': ['multipart/form-data', '--x\r\n\r\n'],
  'multipart that is none': ['multipart/form-data; boundary=x', 'hello'],
  'multipart with NUL': [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="a\0"\r\n\r\n\0\r\n--x--\r\n',
  ],
}

/** Not configured here, or not to be had: that is no fault of ours either. */
const isTakenOrRefused = (status: number) => status < 500 || status === 503

export async function expectRefusalOrAnswer(
  about: unknown[],
  answer: Reply,
  { isRefused = false } = {},
): Promise<void> {
  const said = await answer.text()
  const what = `${JSON.stringify(about).slice(0, 200)} is answered ${answer.status} ${said.slice(0, 300)}`
  expect(isTakenOrRefused(answer.status), what).toBe(true)
  if (isRefused) expect(answer.status >= 400, what).toBe(true)
  if (answer.status >= 400) expect(said, what).toMatch(/"(error|message)":"[^"]{5,}|Page Not Found/)
}

/** Sends bytes as they are: `fetch` would put a type of its own. */
export const send = (path: string, method: string, type: string | undefined, body: string | Buffer) =>
  maya.fetch(path, {
    method,
    body: new Blob([typeof body === 'string' ? body : new Uint8Array(body)]),
    headers: type === undefined ? {} : { 'content-type': type },
  })
