import { SCENE_PHOTO_MAX_BYTES, SCENE_PHOTO_MAX_PIXELS, SCENE_PSD_MAX_BYTES } from '@printroom/contract/limits'
import { page } from '@printroom/contract/paging'
import { quoteResponse } from '@printroom/contract/quotes'
import {
  CALIBRATION_FORMATS,
  MASK_PARTS,
  PREVIEW_PARTS,
  calibrationPrintSchema,
  renameSceneSchema,
  sceneOrderSchema,
  scenePhotographSchema,
  sceneResponse,
} from '@printroom/contract/scenes'
import { madeResponse, successResponse, unfinishedResponse } from '@printroom/contract/wire'
import * as z from 'zod'
import { callWith } from '../call.ts'
import { DESIGN_ID, GENERATION_ID, MOCKUP, SCENE, SHOT, SUCCESS } from '../examples.ts'
import { bodyAndId, file, id, json, jsonOrPending, list, open, order, type Route, withDryRun } from '../route.ts'
import { sendFile, ZIP } from '../send.ts'
import { receiveMask, receivePhotograph } from '../upload.ts'
import { downloadQuery, thumbnailQuery } from './designs.ts'
import { keyHeaders } from './mockups.ts'

const tag = 'Scenes'
const DAY_SECONDS = 24 * 3600
const { id: _, ...ordered } = sceneOrderSchema.shape
const orderOnScene = (request: Parameters<typeof order>[0]) => ({ ...(order(request) as object), ...id(request) })
type Shown = { side?: string; download?: string }

const upload: Route = {
  method: 'POST',
  path: '/api/scenes',
  access: 'account',
  id: 'uploadScene',
  tag,
  summary: 'Upload a photograph of the calibration print',
  description: `A JPEG, PNG or HEIC of at most ${SCENE_PHOTO_MAX_BYTES / 1024 / 1024} MB and ${SCENE_PHOTO_MAX_PIXELS / 1_000_000} megapixels, or a layered PSD with a smart object of at most ${SCENE_PSD_MAX_BYTES / 1024 / 1024} MB. Place and camera are taken off it; it is kept until it is measured.`,
  form: z.object({
    photograph: z.string().meta({ format: 'binary', contentMediaType: 'image/jpeg' }),
    ...scenePhotographSchema.shape,
  }),
  responses: { 201: sceneResponse },
  errors: ['not_a_photograph', 'unreadable_photograph', 'upload_timeout'],
  example: {
    request: { photograph: 'on-the-line.jpg', product: SHOT.product },
    201: {
      ...SCENE,
      status: 'measuring',
      stage: 'waiting',
      progress: 0,
      report: null,
      thumbnail_url: null,
      plate_url: null,
      mask: null,
    },
  },
  handle: receivePhotograph,
}

const plate = file(
  'GET',
  '/api/scenes/:id/plate',
  [ZIP],
  {
    id: 'readScenePlate',
    tag,
    summary: 'Download a scene’s plate',
    description: 'A zip in the published format, which `plate check` takes.',
    query: z.object(downloadQuery),
    errors: ['not_found'],
    example: {},
  },
  async (caller, request, reply) =>
    sendFile(reply, await callWith(caller.scene.open, { ...id(request), part: 'plate' }), true),
)

const thumbnail = file(
  'GET',
  '/api/scenes/:id/thumbnail',
  ['image/webp'],
  {
    id: 'readSceneThumbnail',
    tag,
    summary: 'Read the picture of a scene’s blank garment',
    query: z.object(thumbnailQuery),
    errors: ['not_found'],
    example: {},
  },
  async (caller, request, reply) => {
    const { side, download } = request.query as Shown
    const opened = await callWith(caller.scene.open, { ...id(request), part: 'thumbnail', side })
    return sendFile(reply, opened, download !== undefined)
  },
)

const mask = file(
  'GET',
  '/api/scenes/:id/mask',
  ['image/png', 'image/webp'],
  {
    id: 'readSceneMask',
    tag,
    summary: 'Read a scene’s mask',
    query: z.object({ part: z.enum(MASK_PARTS).optional() }),
    errors: ['not_found'],
    example: {},
  },
  async (caller, request, reply) =>
    sendFile(reply, await callWith(caller.scene.openMask, { ...(request.query as object), ...id(request) }), false),
)

const sendMask: Route = {
  method: 'POST',
  path: '/api/scenes/:id/mask',
  access: 'account',
  id: 'sendSceneMask',
  tag,
  summary: 'Replace a scene’s mask',
  description: 'A grey PNG of its size.',
  form: z.object({ mask: z.string().meta({ format: 'binary', contentMediaType: 'image/png' }) }),
  responses: { 200: sceneResponse },
  errors: ['not_found', 'upload_timeout'],
  example: { request: { mask: 'mask.png' }, 200: SCENE },
  handle: receiveMask,
}

const preview = file(
  'GET',
  '/api/scenes/:id/preview/:part',
  ['image/webp', 'application/octet-stream'],
  {
    id: 'readScenePreview',
    tag,
    summary: 'Read what the live preview draws a scene with',
    description: `\`part\` is ${PREVIEW_PARTS.map((part) => `\`${part}\``).join(', ')}.`,
    errors: ['not_found'],
    example: {},
  },
  async (caller, request, reply) => sendFile(reply, await callWith(caller.scene.openPreview, request.params), false),
)

const calibrationPrint = open(
  file(
    'GET',
    '/api/calibration-print',
    Object.values(CALIBRATION_FORMATS),
    {
      id: 'readCalibrationPrint',
      tag,
      summary: 'Download the calibration print',
      description:
        'To be printed at 100 % on a white garment and photographed: a PDF of its true size, or a PNG of 300 dpi.',
      query: z.object({ ...calibrationPrintSchema.shape, ...downloadQuery }),
      errors: ['unready'],
      example: { query: `?product=${SHOT.product}` },
    },
    async (caller, request, reply) => {
      const { download } = request.query as Shown
      const opened = await callWith(caller.scene.calibrationPrint, request.query)
      return sendFile(reply, opened, download !== undefined, `public, max-age=${DAY_SECONDS}`)
    },
  ),
)

export const SCENE_ROUTES: readonly Route[] = [
  calibrationPrint,
  list('/api/scenes', (caller) => caller.scene.list, sceneResponse, {
    id: 'listScenes',
    tag,
    summary: 'List scenes',
    description: 'Your photographs of the calibration print, newest first, a page at a time.',
    query: z.object(page),
    example: { query: '?limit=1', 200: [SCENE] },
  }),
  upload,
  json(
    'GET',
    '/api/scenes/:id',
    (caller) => caller.scene.get,
    sceneResponse,
    {
      id: 'readScene',
      tag,
      summary: 'Read a scene',

      errors: ['not_found'],
      example: { 200: SCENE },
    },
    id,
  ),
  json(
    'PATCH',
    '/api/scenes/:id',
    (caller) => caller.scene.rename,
    sceneResponse,
    {
      id: 'renameScene',
      tag,
      summary: 'Rename a scene',
      body: renameSceneSchema.omit({ id: true }),
      errors: ['not_found'],
      example: { request: { name: 'In the yard' }, 200: { ...SCENE, name: 'In the yard' } },
    },
    bodyAndId,
  ),
  json(
    'DELETE',
    '/api/scenes/:id',
    (caller) => caller.scene.remove,
    successResponse,
    {
      id: 'deleteScene',
      tag,
      summary: 'Delete a scene',
      description: 'Mockups that were made on it stay.',
      errors: ['not_found'],
      example: { 200: SUCCESS },
    },
    id,
  ),
  withDryRun(
    jsonOrPending(
      '/api/scenes/:id/mockups',
      (caller) => caller.scene.order,
      { done: madeResponse, pending: unfinishedResponse, isPending: (answer: object) => 'generation_id' in answer },
      {
        id: 'makeMockupOnScene',
        tag,
        summary: 'Make a mockup on a scene',
        description:
          'As `POST /api/generate-mockup`. Product and side are the scene’s, the color is the product’s white. The same order is the same picture.',
        headers: z.object(keyHeaders),
        body: z.object(ordered),
        errors: ['not_found', 'insufficient_credits', 'key_cap_reached', 'idempotency_conflict', 'generation_failed'],
        example: {
          request: { design_id: DESIGN_ID, design_size: SHOT.design_size },
          200: {
            ...MOCKUP,
            scene_id: SCENE.id,
            product_model: null,
            model_style: 'photograph',
            background: 'photograph',
          },
          202: { generation_id: GENERATION_ID, status: 'queued' },
        },
      },
      orderOnScene,
    ),
    (caller) => caller.scene.dryRun,
    quoteResponse,
    orderOnScene,
  ),
  plate,
  thumbnail,
  preview,
  mask,
  sendMask,
]
