import { createHash } from 'node:crypto'
import { batchEstimateResponse, batchSchema } from '@printroom/contract/batches'
import { quoteResponse } from '@printroom/contract/quotes'
import { sceneOrderSchema } from '@printroom/contract/scenes'
import { generationSchema } from '@printroom/contract/schemas'
import type { GenerationAnswer } from '@printroom/contract/wire'
import * as z from 'zod'
import { callWith } from '../rest/call.ts'
import { batchAnswer, orderAnswer, toMockupAnswer } from './answers.ts'
import { changed } from './json-schema.ts'
import { inputOf, read, type Served, type Tool } from './tool.ts'

/** Programs give a call up after a minute; an agent that waits longer asks again. */
export const WAIT_MAX_SECONDS = 45
export const waitSeconds = z
  .number()
  .min(0)
  .max(WAIT_MAX_SECONDS, `wait_seconds is at most ${WAIT_MAX_SECONDS}; wait again after it`)
  .default(20)
  .describe(`How long to wait for the picture, ${WAIT_MAX_SECONDS} at most.`)
/** Of what a pack shows and products do not have. */
const LEFT_OUT_SHOWN = 20
const VARIATIONS_MAX = 1000
const repeats = {
  variation: z
    .number()
    .int()
    .min(1)
    .max(VARIATIONS_MAX)
    .default(1)
    .describe(
      'The same call answers the same order and costs nothing. 2, 3, … order the same once more: another shot.',
    ),
}
const dryRun = { dry_run: z.boolean().default(false).describe('Only say what it would cost, or be refused for.') }
/** An agent says nothing of these: who it is, its key does; what makes an order safe to repeat is made of the order itself. */
const OWN = ['user_id', 'idempotency_key', 'debug', 'wait_seconds', 'dry_run']

const orderOptions = z.object({ ...repeats, ...dryRun, wait_seconds: waitSeconds })
/** There is one picture of an order on a scene. */
const sceneOptions = z.object({ wait_seconds: waitSeconds })
const batchOptions = z.object({ ...repeats, ...dryRun })
export const orderInput = changed(inputOf('makeMockup'), OWN, z.object({}))

/**
 * The key of an order that is made of the order alone: whoever sends it again, from another process or after an answer that
 * was lost, gets what was ordered. Fields are in the schema's order, however they were sent.
 */
const keyOf = (kind: string, order: unknown, variation: number): string =>
  `${kind}-${createHash('sha256')
    .update(JSON.stringify([order, variation]))
    .digest('hex')}`

const without = (input: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

/** What an answer to an order says to an agent. */
export function toOrderAnswer(answer: GenerationAnswer, origin: string): z.input<typeof orderAnswer> {
  const isPending = 'generation_id' in answer
  return {
    is_done: !isPending,
    mockup: isPending ? null : toMockupAnswer(answer, origin),
    generation_id: isPending ? answer.generation_id : null,
    already_made: answer.already_made ?? false,
    next: isPending ? 'Call wait with this generation_id.' : null,
  }
}

const makeMockup: Tool = {
  name: 'make_mockup',
  of: 'makeMockup',
  description:
    'Makes one picture of a design on a product, for one credit, and waits for it. The same call again answers the same picture and costs nothing. With dry_run it orders nothing and says what it would cost.',
  input: changed(orderInput, [], orderOptions),
  output: orderAnswer.partial().extend({ quote: quoteResponse.optional().describe('Of a dry run.') }),
  isFree: false,
  async run({ caller, context }, input) {
    const { variation, dry_run: isDryRun, wait_seconds } = read(orderOptions, input)
    const sent = without(input, [...OWN, 'variation'])
    const order = generationSchema.safeParse(sent)
    // What cannot be read is refused by the procedure, in its own words. An id is the same in capitals.
    const known = order.success && { ...order.data, design_id: order.data.design_id.toLowerCase() }
    const keyed = known ? { ...known, idempotency_key: keyOf('mockup', known, variation) } : sent
    if (isDryRun) return { data: { quote: await callWith(caller.generation.dryRun, keyed) } }
    const answer = await callWith(caller.generation.request, { ...keyed, wait_seconds })
    return { data: toOrderAnswer(answer, context.origin) }
  },
}

/** Where its print sits is the seller's to drag: all tools are listed in few words. */
const NOT_ON_SCENES = [...OWN, 'placement']

const makeOnScene: Tool = {
  name: 'make_mockup_on_scene',
  of: 'makeMockupOnScene',
  description: 'As make_mockup, on a scene of list_scenes that is ready: product and side are the scene’s.',
  input: changed(inputOf('makeMockupOnScene'), NOT_ON_SCENES, sceneOptions),
  output: orderAnswer.omit({ mockup: true, already_made: true }).extend({ mockup_id: z.string().nullable() }),
  isFree: false,
  async run({ caller, context }, input) {
    const { wait_seconds } = read(sceneOptions, input)
    const sent = without(input, NOT_ON_SCENES)
    const order = sceneOrderSchema.safeParse(sent)
    const known = order.success && {
      ...order.data,
      id: order.data.id.toLowerCase(),
      design_id: order.data.design_id.toLowerCase(),
    }
    const keyed = known ? { ...known, idempotency_key: keyOf('scene', known, 1) } : sent
    const { mockup, ...answer } = toOrderAnswer(
      await callWith(caller.scene.order, { ...keyed, wait_seconds }),
      context.origin,
    )
    return { data: { ...answer, mockup_id: mockup?.id ?? null } }
  },
}

const makeBatch: Tool = {
  name: 'make_batch',
  of: 'orderBatch',
  description:
    'Orders up to 400 pictures at once, all of them or none, a credit each: a grid of designs and products with colours and scenes, or items. With pack_id the scenes of a listing pack are taken where a product names none: one design, one product, one colour and a pack make a shop’s listing. The same call again answers the same batch, for nothing. With dry_run it orders nothing and says the cost and what cannot be made.',
  input: changed(inputOf('orderBatch'), OWN, batchOptions),
  output: z.object({
    batch: batchAnswer.optional(),
    estimate: batchEstimateResponse.optional().describe('Of a dry run.'),
    next: z.string().optional(),
  }),
  isFree: false,
  async run({ caller }, input) {
    const { variation, dry_run: isDryRun } = read(batchOptions, input)
    const sent = without(input, [...OWN, 'variation'])
    const order = batchSchema.safeParse(sent)
    const keyed = order.success ? { ...order.data, idempotency_key: keyOf('batch', order.data, variation) } : sent
    if (isDryRun) {
      const estimate = await callWith(caller.batch.dryRun, keyed)
      return { data: { estimate: { ...estimate, left_out: estimate.left_out.slice(0, LEFT_OUT_SHOWN) } } }
    }
    const batch = batchAnswer.parse(await callWith(caller.batch.order, keyed))
    return { data: { batch, next: 'Call wait with this batch’s id as batch_id.' } }
  },
}

const quote: Tool = {
  name: 'quote',
  of: 'quote',
  input: {
    type: 'object',
    properties: { orders: { type: 'array', minItems: 1, maxItems: 20, items: orderInput } },
    required: ['orders'],
  },
  isFree: true,
  run: async ({ caller }: Served, input) => ({ data: await callWith(caller.generation.quote, input) }),
}

export const ORDER_TOOLS: readonly Tool[] = [quote, makeMockup, makeOnScene, makeBatch]
