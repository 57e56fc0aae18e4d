import { buffer } from 'node:stream/consumers'
import { UPLOAD_MAX_BYTES } from '@printroom/contract/limits'
import { filenameSchema, idSchema } from '@printroom/contract/schemas'
import { AppError } from '@printroom/core/errors'
import * as z from 'zod'
import { callWith } from '../rest/call.ts'
import { uploadInTurn } from '../rest/upload.ts'
import {
  batchAnswer,
  creditsAnswer,
  designAnswer,
  designsAnswer,
  mockupAnswer,
  mockupsAnswer,
  orderAnswer,
  packsAnswer,
  picturesAnswer,
  scenesAnswer,
  toMockupAnswer,
} from './answers.ts'
import { changed, objectSchemaOf } from './json-schema.ts'
import { ORDER_TOOLS, toOrderAnswer, waitSeconds } from './orders.ts'
import { inputOf, read, type Tool } from './tool.ts'

/** Rows that an agent is shown at a time unless it asks for more. */
const SHOWN_ROWS = 10
const limit = z.object({ limit: z.number().int().min(1).max(50).default(SHOWN_ROWS) })
const USER = ['userId', 'user_id']

const uploadInput = z.object({
  filename: filenameSchema,
  png_base64: z
    .base64('png_base64 is the bytes of a PNG in base64')
    .describe('Up to about 750 kB of PNG. A larger one goes to POST /api/designs, or by its path over stdio.'),
})
const waitInput = z.object({
  generation_id: idSchema.optional(),
  batch_id: idSchema.optional(),
  wait_seconds: waitSeconds,
})
const mockupInput = z.object({
  id: idSchema,
  picture: z.boolean().default(true).describe('Show the picture too, small.'),
})
const picturesInput = z.object({ batch_id: idSchema, cursor: z.string().nullish(), ...limit.shape })

const listProducts: Tool = {
  name: 'list_products',
  of: 'listProducts',
  isFree: true,
  run: async ({ caller }, input) => ({ data: await callWith(caller.catalogue.offers, input) }),
}

const listPacks: Tool = {
  name: 'list_packs',
  of: 'listPacks',
  description: 'Lists listing packs: what pictures a shop’s listing is made of. make_batch takes their ids.',
  output: packsAnswer,
  isFree: true,
  async run({ caller }) {
    const packs = await caller.pack.list()
    return {
      data: {
        packs: packs.map(({ id, name, pictures, problems }) => ({ id, name, problems, pictures: pictures.length })),
      },
    }
  },
}

const listDesigns: Tool = {
  name: 'list_designs',
  of: 'listDesigns',
  input: changed(inputOf('listDesigns'), USER, limit),
  output: designsAnswer,
  isFree: true,
  async run({ caller }, input) {
    const { items, next } = await callWith(caller.design.list, { limit: SHOWN_ROWS, ...input })
    return { data: { designs: items, next } }
  },
}

const uploadDesign: Tool = {
  name: 'upload_design',
  of: 'uploadDesign',
  description: 'Uploads a PNG; its id is good for every product. Nothing is fetched from addresses.',
  input: objectSchemaOf(uploadInput, 'input'),
  output: designAnswer,
  isFree: false,
  async run({ caller, context }, input) {
    const { filename, png_base64 } = read(uploadInput, input)
    const bytes = Buffer.from(png_base64, 'base64')
    if (bytes.length > UPLOAD_MAX_BYTES) throw new AppError('too_large')
    await caller.design.admit()
    const design = await uploadInTurn(context.session?.userId ?? '', () => caller.design.create({ filename, bytes }))
    return { data: design }
  },
}

const listScenes: Tool = {
  name: 'list_scenes',
  of: 'listScenes',
  description: 'Lists your own photographs: make_mockup_on_scene takes ready ones.',
  input: changed(inputOf('listScenes'), ['limit'], z.object({})),
  output: scenesAnswer,
  isFree: true,
  async run({ caller }, input) {
    const { items, next } = await callWith(caller.scene.list, { ...input, limit: SHOWN_ROWS })
    return { data: { scenes: items, next } }
  },
}

const wait: Tool = {
  name: 'wait',
  of: 'readGeneration',
  description:
    'Waits for an order (generation_id) or for all of a batch (batch_id), free of charge. When is_done is false, call it again.',
  input: objectSchemaOf(waitInput, 'input'),
  output: orderAnswer.partial().extend({ is_done: z.boolean(), batch: batchAnswer.optional() }),
  isFree: true,
  async run({ caller, context }, input) {
    const { generation_id, batch_id, wait_seconds } = read(waitInput, input)
    if ((generation_id === undefined) === (batch_id === undefined))
      throw new AppError('bad_input', { error: 'Name a generation_id or a batch_id, and not both.' })
    if (generation_id !== undefined) {
      const answer = await caller.generation.get({ id: generation_id, wait_seconds })
      return { data: toOrderAnswer(answer, context.origin) }
    }
    const batch = batchAnswer.parse(await caller.batch.get({ id: batch_id ?? '', wait_seconds }))
    const isDone = batch.counts.waiting + batch.counts.under_way === 0
    const next = isDone ? 'Call list_batch_pictures for the mockups’ ids.' : 'Call wait again.'
    return { data: { is_done: isDone, batch, next } }
  },
}

const getMockup: Tool = {
  name: 'get_mockup',
  of: 'readMockupThumbnail',
  description: 'Reads one mockup: its choices, the address of its picture, and the picture itself, small.',
  input: objectSchemaOf(mockupInput, 'input'),
  output: mockupAnswer,
  isFree: true,
  async run({ caller, context }, input) {
    const { id, picture } = read(mockupInput, input)
    const data = toMockupAnswer(await caller.mockup.get({ id }), context.origin)
    if (!picture) return { data }
    const { stream, contentType } = await caller.mockup.open({ id, part: 'thumbnail' })
    return { data, picture: { bytes: await buffer(stream), type: contentType } }
  },
}

const listMockups: Tool = {
  name: 'list_mockups',
  of: 'listMockups',
  input: changed(inputOf('listMockups'), USER, limit),
  output: mockupsAnswer,
  isFree: true,
  async run({ caller, context }, input) {
    const { items, next } = await callWith(caller.mockup.list, { limit: SHOWN_ROWS, ...input })
    return { data: { mockups: items.map((mockup) => toMockupAnswer(mockup, context.origin)), next } }
  },
}

const listBatchPictures: Tool = {
  name: 'list_batch_pictures',
  of: 'listBatchPictures',
  input: objectSchemaOf(picturesInput, 'input'),
  output: picturesAnswer,
  isFree: true,
  async run({ caller }, input) {
    const { batch_id, ...page } = read(picturesInput, input)
    const { items, next } = await caller.batch.pictures({ id: batch_id, ...page })
    return { data: { pictures: items, next } }
  },
}

const credits: Tool = {
  name: 'credits',
  of: 'readAccount',
  description: 'Says what credits the account has. A picture costs one.',
  input: { type: 'object', properties: {} },
  output: creditsAnswer,
  isFree: true,
  run: async ({ caller }) => ({ data: await caller.user.get() }),
}

/** Every tool, in the order in which an agent will want them. */
export const TOOLS: readonly Tool[] = [
  listProducts,
  listPacks,
  listDesigns,
  listScenes,
  uploadDesign,
  ...ORDER_TOOLS,
  wait,
  getMockup,
  listMockups,
  listBatchPictures,
  credits,
]
