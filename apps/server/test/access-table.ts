import sharp from 'sharp'
import { ROUTES } from '../src/rest/routes.ts'
import { openTestServer } from './harness.ts'

// Every procedure and every path × anonymous, stranger, owner × every field that names something. What has no row fails.
export const testServer = await openTestServer({
  GENERATION_WAIT_SECONDS: '0',
  OPERATOR_TOKEN: 'a-token-of-operators',
  ENGINE: 'replicate',
  REPLICATE_API_TOKEN: 'r8_test',
  REPLICATE_WEBHOOK_SECRET: 'whsec_dGVzdA==',
})
export const { db } = testServer.context
export const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()

export type Ids = {
  user: string
  design: string
  mockup: string
  generation: string
  batch: string
  pack: string
  share: string
  scene: string
  session: string
  browser: string
  key: string
  endpoint: string
  delivery: string
  email: string
}
type Names = Record<string, [keyof Ids, 403 | 404]>
/** `ids`: the fields that name something, whose, and what a stranger is answered; `owner`: what the owner is, if not 200. */
type Row = { input?: (ids: Ids) => Record<string, unknown>; ids?: Names; owner?: number }

const keyed: Row = { input: ({ user }) => ({ user_id: user }), ids: { user_id: ['user', 403] } }
const filtered: Row = {
  input: ({ user, design }) => ({ user_id: user, design_id: design }),
  ids: { user_id: ['user', 403], design_id: ['design', 404] },
}
const byId = (kind: keyof Ids): Row => ({ input: (ids) => ({ id: ids[kind] }), ids: { id: [kind, 404] } })
/** Nothing is charged here: that payments are not configured is said to those alone who may ask. */
const billed: Row = { input: ({ user }) => ({ userId: user, plan: 'pro' }), ids: { userId: ['user', 403] }, owner: 503 }
export const SHOT = {
  product: 'mug',
  colour: 'mug-white',
  model_style: 'studio-product',
  background: 'off-white',
  design_size: 'small',
}
const order = (ids: Ids) => ({
  ...SHOT,
  user_id: ids.user,
  design_id: ids.design,
  original_mockup_id: ids.mockup,
  is_color_change: true,
})
const ordered: Row = {
  input: order,
  ids: { user_id: ['user', 403], design_id: ['design', 404], original_mockup_id: ['mockup', 404] },
}
/** A grid and an item, each of which names designs. */
const batched: Row = {
  input: ({ design, pack }) => ({
    designIds: [design],
    pack_id: pack,
    products: [
      { product: 'mug', colours: [SHOT.colour], scenes: [{ style: SHOT.model_style, background: SHOT.background }] },
    ],
    items: [{ ...SHOT, design_id: design }],
  }),
  ids: { designIds: ['design', 404], design_id: ['design', 404], pack_id: ['pack', 404] },
}
const asListings: Row = {
  input: ({ batch, pack }) => ({ id: batch, pack_id: pack }),
  ids: { id: ['batch', 404], pack_id: ['pack', 404] },
}
export const PACK_PICTURE = {
  scenes: [{ style: SHOT.model_style, background: SHOT.background }],
  crop: 'whole',
  width: 1200,
  height: 900,
}
const packed: Row = { input: ({ key }) => ({ name: key, pictures: [PACK_PICTURE] }) }
/** Nothing is made on it: not by its owner either, since the stub is no plate; its order is taken. */
const onScene: Row = {
  input: ({ scene, design }) => ({ id: scene, design_id: design, design_size: 'small' }),
  ids: { id: ['scene', 404], design_id: ['design', 404] },
}
const repacked: Row = {
  input: ({ pack, key }) => ({ id: pack, name: key, pictures: [PACK_PICTURE] }),
  ids: { id: ['pack', 404] },
}
/** The key of an order is its seller's own word for it. */
const awaited: Row = { input: ({ email }) => ({ idempotency_key: email }) }
const renamed: Row = { input: ({ design }) => ({ id: design, filename: 'other.png' }), ids: { id: ['design', 404] } }

export const PROCEDURES: Record<string, Row> = {
  'account.sessions': {},
  'account.revokeSession': byId('session'),
  'account.signOutEverywhere': {},
  'account.knownBrowsers': {},
  'account.forgetBrowser': byId('browser'),
  'account.apiKeys': {},
  'account.createApiKey': { input: () => ({ name: 'import', scope: 'read' }) },
  'account.changeApiKey': { input: ({ key }) => ({ id: key, name: 'export' }), ids: { id: ['key', 404] } },
  'account.revokeApiKey': byId('key'),
  'account.naming': {},
  'account.setNaming': { input: () => ({ template: '{design}-{n}' }) },
  'account.remove': { input: ({ email }) => ({ confirmation: email }) },
  'batch.estimate': batched,
  'batch.order': batched,
  'batch.dryRun': batched,
  'batch.get': byId('batch'),
  'batch.list': {},
  'batch.pictures': byId('batch'),
  'batch.retry': byId('batch'),
  'batch.cancel': byId('batch'),
  'batch.listings': asListings,
  'batch.readCsv': { input: () => ({ csv: 'file,product,colour,scene' }) },
  'billing.checkout': billed,
  'billing.portal': billed,
  'billing.cancel': billed,
  'billing.resume': billed,
  'billing.watch': {},
  'design.list': keyed,
  'design.get': byId('design'),
  'design.admit': {},
  'design.rename': renamed,
  'design.remove': byId('design'),
  'generation.request': ordered,
  'generation.dryRun': ordered,
  'generation.quote': { input: (ids) => ({ orders: [order(ids)] }) },
  'generation.get': byId('generation'),
  'generation.cancel': byId('generation'),
  'generation.active': {},
  'generation.recent': {},
  'generation.pace': {},
  'generation.outcome': awaited,
  'generation.watch': {},
  'mockup.list': filtered,
  'mockup.folders': filtered,
  'mockup.facets': {},
  'mockup.setFavourite': { ...byId('mockup'), input: ({ mockup }) => ({ id: mockup, is_favourite: true }) },
  'mockup.get': byId('mockup'),
  'mockup.remove': byId('mockup'),
  'pack.list': {},
  'pack.create': packed,
  'pack.change': repacked,
  'pack.remove': byId('pack'),
  'scene.list': {},
  'scene.get': byId('scene'),
  'scene.watch': {},
  'scene.admit': {},
  'scene.admitMask': {},
  'scene.rename': { ...byId('scene'), input: ({ scene }) => ({ id: scene, name: 'other' }) },
  'scene.remove': byId('scene'),
  'scene.order': onScene,
  'scene.dryRun': onScene,
  'scene.preview': byId('scene'),
  'share.create': {
    input: ({ mockup }) => ({ title: 'For Ann', days: 7, mockupIds: [mockup] }),
    ids: { mockupIds: ['mockup', 404] },
  },
  'share.list': {},
  'share.get': byId('share'),
  'share.revoke': byId('share'),
  'webhook.list': {},
  'webhook.create': { input: () => ({ url: 'https://hooks.example.net/', events: ['mockup.completed'] }) },
  'webhook.update': { input: ({ endpoint }) => ({ id: endpoint, is_enabled: true }), ids: { id: ['endpoint', 404] } },
  'webhook.remove': byId('endpoint'),
  'webhook.rotateSecret': byId('endpoint'),
  'webhook.test': byId('endpoint'),
  'webhook.deliveries': byId('endpoint'),
  'webhook.replay': byId('delivery'),
  'webhook.replayFailed': byId('endpoint'),
  'request.list': { input: ({ key }) => ({ key_id: key }), ids: { key_id: ['key', 404] } },
  'user.get': keyed,
  'user.overview': {},
  'user.statement': {},
}
export const PUBLIC = [
  'auth.login',
  'auth.register',
  'auth.google',
  'auth.googleLogin',
  'auth.logout',
  'catalogue.get',
  'catalogue.offers',
  'share.view',
  'share.approve',
]
export const IN_PROCESS = [
  'account.export',
  'batch.archive',
  'batch.archiveListings',
  'batch.csv',
  'design.create',
  'design.open',
  'mockup.open',
  'mockup.present',
  'mockup.archive',
  'scene.calibrationPrint',
  'scene.create',
  'scene.open',
  'scene.openPreview',
  'scene.openMask',
  'scene.sendMask',
  'share.open',
  'user.statementCsv',
]
/** Stripe's own, looked up together with its user: tried below. */
export const FOREIGN_NAMES = new Set(['session_id'])

/** `param`: what `:id` names; `query`: the names under which a user may stand in the address. */
type PathRow = Row & { param?: [keyof Ids, 403 | 404]; query?: string[] }
const read: PathRow = { query: ['userId', 'user_id'] }
const readKeyed: PathRow = { param: ['user', 403] }
const ofDesign: PathRow = { param: ['design', 404] }
const ofBatch: PathRow = { param: ['batch', 404] }
const ofPack: PathRow = { param: ['pack', 404] }
const ofScene: PathRow = { param: ['scene', 404] }
const ofMockup: PathRow = { param: ['mockup', 404] }
const ofEndpoint: PathRow = { param: ['endpoint', 404] }

export const PATHS: Record<string, PathRow> = {
  'GET /api/user': read,
  'GET /api/user/:id': readKeyed,
  'GET /api/designs': read,
  'GET /api/designs/:id': readKeyed,
  'GET /api/mockups': read,
  'GET /api/mockups/:id': readKeyed,
  'PATCH /api/designs/:id': { ...ofDesign, input: () => ({ filename: 'other.png' }) },
  'DELETE /api/designs/:id': ofDesign,
  'PATCH /api/mockups/:id': { ...ofMockup, input: () => ({ is_favourite: true }) },
  'DELETE /api/mockups/:id': ofMockup,
  'POST /api/create-checkout-session': billed,
  'POST /api/create-portal-session': billed,
  'POST /api/cancel-subscription': billed,
  'POST /api/resume-subscription': billed,
  'POST /api/generate-mockup': { ...ordered, owner: 202 },
  'DELETE /api/generations/:id': { param: ['generation', 404] },
  'POST /api/quote': { input: order },
  'GET /api/generations/:id': { param: ['generation', 404], owner: 202 },
  'POST /api/batches': batched,
  'GET /api/batches': {},
  'GET /api/batches/:id': ofBatch,
  'POST /api/batches/estimate': batched,
  'GET /api/batches/:id/pictures': ofBatch,
  'POST /api/batches/:id/retry': ofBatch,
  'POST /api/batches/:id/cancel': ofBatch,
  'GET /api/batches/:id/zip': ofBatch,
  'GET /api/batches/:id/csv': ofBatch,
  'GET /api/batches/:id/listings': { ...ofBatch, owner: 400 },
  'GET /api/batches/:id/listings.zip': { ...ofBatch, owner: 400 },
  'GET /api/scenes': {},
  'GET /api/scenes/:id': ofScene,
  'PATCH /api/scenes/:id': { ...ofScene, input: () => ({ name: 'other' }) },
  'DELETE /api/scenes/:id': ofScene,
  'POST /api/scenes/:id/mockups': {
    ...ofScene,
    input: ({ design }) => ({ design_id: design, design_size: 'small' }),
    ids: { design_id: ['design', 404] },
    owner: 202,
  },
  'GET /api/scenes/:id/plate': ofScene,
  'GET /api/scenes/:id/thumbnail': ofScene,
  'GET /api/scenes/:id/mask': ofScene,
  'GET /api/scenes/:id/preview/:part': ofScene,
  'GET /api/packs': {},
  'POST /api/packs': packed,
  'PATCH /api/packs/:id': { ...ofPack, input: repacked.input },
  'DELETE /api/packs/:id': ofPack,
  'GET /api/designs/:id/file': ofDesign,
  'GET /api/designs/:id/thumbnail': ofDesign,
  'GET /api/mockups/:id/file': ofMockup,
  'GET /api/mockups/:id/thumbnail': ofMockup,
  'POST /api/mockups/download': {
    input: ({ mockup }) => ({ mockupIds: [mockup] }),
    ids: { mockupIds: ['mockup', 404] },
  },
  'GET /api/webhook-endpoints': {},
  'POST /api/webhook-endpoints': { input: () => ({ url: 'https://hooks.example.net/', events: ['mockup.completed'] }) },
  'PATCH /api/webhook-endpoints/:id': { ...ofEndpoint, input: () => ({ is_enabled: true }) },
  'DELETE /api/webhook-endpoints/:id': ofEndpoint,
  'POST /api/webhook-endpoints/:id/secret': ofEndpoint,
  'POST /api/webhook-endpoints/:id/test': ofEndpoint,
  'GET /api/webhook-endpoints/:id/deliveries': ofEndpoint,
  'POST /api/webhook-endpoints/:id/replay': ofEndpoint,
  'POST /api/webhook-deliveries/:id/replay': { param: ['delivery', 404] },
  'GET /api/requests': {},
  'GET /api/credits/statement.csv': {},
  'GET /api/account/export': {},
}
/** Tried below by itself: its body is no JSON. */
export const UPLOAD = 'POST /api/designs'
export const PHOTOGRAPH_UPLOAD = 'POST /api/scenes'
export const MASK_UPLOAD = 'POST /api/scenes/:id/mask'
export const WEBHOOKS = ['POST /api/stripe/webhook', 'POST /api/webhooks/replicate']
export const OPEN_TO_ALL = [
  'GET /healthz',
  'GET /readyz',
  'GET /assets/plates/:file',
  'GET /s/:token',
  'GET /api/openapi.json',
  'GET /docs/api',
  'GET /docs/api.js',
  ...WEBHOOKS,
  ...ROUTES.filter(({ access }) => access === 'anybody').map(({ method, path }) => `${method} ${path}`),
]
/** Asked for by agents, in a protocol of their own: mcp.test.ts tries it. */
export const MCP = ['GET /mcp', 'POST /mcp', 'DELETE /mcp']
export const OPERATORS = ['GET /metrics', 'GET /ops/queue']
