import type { RequestWire } from '@printroom/contract/api-keys'
import type { BatchSummaryWire } from '@printroom/contract/batches'
import {
  backgroundsFor,
  baseModelsFor,
  DEFAULT_DESIGN_SIZE,
  FIRST_PRODUCT,
  FRONT,
  stylesFor,
} from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import type { PackWire } from '@printroom/contract/pack-schemas'
import type { SceneWire } from '@printroom/contract/scenes'
import type { DeliveryWire, EndpointWire } from '@printroom/contract/webhooks'
import type { AccountWire, DesignWire, MockupWire, UserWire } from '@printroom/contract/wire'

/* What the document shows: one seller, one design, and what comes of it. Tests hold each against its schema. */

const USER_ID = '5b0f1c0e-6d3a-4b57-9d0e-2f6f0a1c9b11'
export const DESIGN_ID = '0c9f5d0e-57b1-4f0e-8a9b-6a3d1f2e4c22'
export const MOCKUP_ID = '8e2a7f64-1d0b-4c8e-b5a3-7f1e9d2c6b33'
export const GENERATION_ID = 'd4c3b2a1-9f8e-4d7c-a6b5-1e2f3a4b5c44'
const BATCH_ID = 'f1e2d3c4-b5a6-4978-8695-a4b3c2d1e055'
const MADE_AT = '2026-11-24T09:30:00.000Z'

export const USER: UserWire = { id: USER_ID, email: 'maya@example.com', created_at: '2026-11-01T08:00:00.000Z' }

export const ACCOUNT: AccountWire = {
  ...USER,
  credits: 112,
  subscription_plan: 'starter',
  subscription_status: 'active',
  subscription_renews_at: '2026-12-01T08:00:00.000Z',
  subscription_ends_at: null,
  payment_retry_at: null,
  plan_credits: 62,
  topup_credits: 50,
  has_stripe_customer: true,
}

export const DESIGN: DesignWire = {
  id: DESIGN_ID,
  user_id: USER_ID,
  filename: 'sun.png',
  file_url: `/api/designs/${DESIGN_ID}/file`,
  thumbnail_url: `/api/designs/${DESIGN_ID}/thumbnail`,
  width: 2400,
  height: 2400,
  file_size: 184_320,
  created_at: '2026-11-24T09:29:00.000Z',
}

const product = FIRST_PRODUCT
const product_model = baseModelsFor(product)[0] ?? null
const [model_style = '' as never] = stylesFor(product)
const [background = '' as never] = backgroundsFor(product, model_style)
const [colour = '', other = ''] = coloursFor(product, product_model).map(({ value }) => value)

/** The choices of one picture, as an order names them: the first that there are. */
export const SHOT = { product, product_model, colour, model_style, background, design_size: DEFAULT_DESIGN_SIZE }

export const MOCKUP: MockupWire = {
  id: MOCKUP_ID,
  design_id: DESIGN_ID,
  ...SHOT,
  side: FRONT,
  placement: null,
  model_gender: null,
  file_url: `/api/mockups/${MOCKUP_ID}/file`,
  thumbnail_url: `/api/mockups/${MOCKUP_ID}/thumbnail`,
  created_at: MADE_AT,
  folder_name: 'sun-1',
  batch_id: null,
  scene_id: null,
  is_favourite: false,
  debug_info: null,
  print_fidelity: null,
  print_path: null,
}

export const SCENE: SceneWire = {
  id: 'e5f6a7b8-c9d0-4e1f-8a2b-3c4d5e6f7a00',
  user_id: USER_ID,
  name: 'On the line',
  product,
  side: FRONT,
  status: 'ready',
  stage: 'saving',
  progress: 100,
  refusal: null,
  report: {
    map: { median: 0.13, p95: 0.72, most: 2.9 },
    area: { printable: 0.97, folded: 0, uncertain: 0.03 },
    markers: { found: 176, of: 178 },
    psd: null,
    plate: { size: 2048, pixelsPerInch: 104.2 },
    step: 0.021,
    foldMiss: 0.031,
    clipped: 0.002,
    recolours: true,
    warnings: ['3 % of the print area cannot be printed on: it is hidden, folded or uncertain.'],
  },
  thumbnail_url: '/api/scenes/e5f6a7b8-c9d0-4e1f-8a2b-3c4d5e6f7a00/thumbnail',
  plate_url: '/api/scenes/e5f6a7b8-c9d0-4e1f-8a2b-3c4d5e6f7a00/plate',
  mask: { url: '/api/scenes/e5f6a7b8-c9d0-4e1f-8a2b-3c4d5e6f7a00/mask', side: 1024, state: 'found', failure: null },
  bytes: 4_812_331,
  created_at: MADE_AT,
}

export const BATCH_ORDER = {
  name: 'Autumn listings',
  designIds: [DESIGN_ID],
  products: [
    { product, baseModel: product_model, colours: [colour, other], scenes: [{ style: model_style, background }] },
  ],
}

export const BATCH: BatchSummaryWire = {
  id: BATCH_ID,
  name: 'Autumn listings',
  pictures: 2,
  counts: { waiting: 1, under_way: 0, done: 1, failed: 0, cancelled: 0 },
  created_at: MADE_AT,
  cancelled_at: null,
  pack_id: null,
}

export const PACK: PackWire = {
  id: 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c66',
  name: 'My listing',
  pictures: [
    {
      scenes: [{ style: SHOT.model_style, background: SHOT.background }],
      crop: 'whole',
      width: 2000,
      height: 1500,
      shop: 'etsy',
    },
  ],
  is_built_in: false,
  problems: [],
}

export const ENDPOINT: EndpointWire = {
  id: 'b2c3d4e5-f6a7-4b8c-9d0e-1f2a3b4c5d77',
  url: 'https://shop.example.com/printroom',
  events: ['mockup.completed', 'batch.completed'],
  is_enabled: true,
  disabled_reason: null,
  failing_since: null,
  old_secret_until: null,
  created_at: MADE_AT,
}
export const ENDPOINT_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

export const DELIVERY: DeliveryWire = {
  id: 'c3d4e5f6-a7b8-4c9d-8e1f-2a3b4c5d6e88',
  event_id: 'd4e5f6a7-b8c9-4d0e-9f2a-3b4c5d6e7f99',
  type: 'mockup.completed',
  status: 'delivered',
  attempts: [{ at: MADE_AT, status: 200, latency_ms: 84, error: null, answer: 'ok' }],
  next_attempt_at: null,
  created_at: MADE_AT,
}

export const SUCCESS = { success: true }

export const REQUEST: RequestWire = {
  id: '3f2e1d0c-9b8a-4765-8432-10fedcba9866',
  key: { id: 'a1b2c3d4-e5f6-4789-9abc-def012345677', name: 'Shop import', ending: 'x7Qk' },
  method: 'POST',
  path: '/api/generate-mockup',
  status: 402,
  error_code: 'key_cap_reached',
  latency_ms: 14,
  address: '203.0.113.7',
  created_at: MADE_AT,
}
