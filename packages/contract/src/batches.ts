import * as z from 'zod'
import { BATCH_CSV_MAX_CHARS, BATCH_MAX_PICTURES, BATCH_NAME_MAX_CHARS, LISTING_TITLE_MAX_CHARS } from './limits.ts'
import { packIdSchema } from './pack-schemas.ts'
import { page } from './paging.ts'
import { placementSchema } from './placement-schema.ts'
import { dryRunSchema, idSchema, idempotencyKeySchema } from './schemas.ts'
import { type PageWire, placementResponse, printedSide } from './wire.ts'

/*
 * A batch is many pictures ordered at once. Its choices are plain words here: what cannot be combined is told by the cell,
 * item or line that it stands in, and not by the place of a field.
 */

const GRID_MAX_ROWS = 100
const word = z.string().trim().max(64)
/** Empty where a scene of the seller's own says it. */
const wordIfAny = word.optional().transform((text = '') => text)
const title = z.string().trim().max(LISTING_TITLE_MAX_CHARS).nullish()

/** A way of showing a product. Without a size the print is of the usual one, without a side it is on the front. */
const sceneSchema = z.object({
  style: wordIfAny,
  background: wordIfAny,
  gender: word.nullish(),
  side: word.nullish(),
  size: word.nullish(),
  place: word.nullish().describe('Of the side; otherwise the product’s holds. Empty: where the size says.'),
  /** The id of a scene of the seller's own, instead of style, background, gender and side. */
  scene: word.nullish().describe('Id of your own scene, instead.'),
})
export type BatchScene = z.output<typeof sceneSchema>

/** A product of the grid: each of its colours is shown in each of its scenes, or without any in those of the batch's pack, with the print in `size` or, of each design alike, at a `place` of the product. */
const gridProductSchema = z.object({
  product: word,
  baseModel: word.nullish(),
  colours: z.array(word).min(1, 'Choose a colour').max(GRID_MAX_ROWS),
  scenes: z.array(sceneSchema).max(GRID_MAX_ROWS).optional(),
  size: word.nullish(),
  place: word.nullish(),
})
export type BatchProduct = z.output<typeof gridProductSchema>

/** One picture, in the words of a single order; `title` is what its listing is to be called. */
const itemSchema = z.object({
  design_id: idSchema,
  product: wordIfAny,
  product_model: word.nullish(),
  colour: wordIfAny,
  model_style: wordIfAny,
  background: wordIfAny,
  model_gender: word.nullish(),
  design_size: word.nullish(),
  side: word.nullish(),
  placement: placementSchema.nullish(),
  /** The id of a scene of the seller's own, instead of product, style, background, model and side. */
  scene: word.nullish().describe('Id of your own scene, instead.'),
  title,
})
export type BatchItem = z.output<typeof itemSchema>

const csv = z
  .string()
  .max(BATCH_CSV_MAX_CHARS, `This file is too long for the ${BATCH_MAX_PICTURES} pictures of a batch.`)

/** The pictures of a batch: a grid (every design with every product, colour and scene), items, lines of CSV, or several of them. */
const wanted = {
  designIds: z.array(idSchema).max(BATCH_MAX_PICTURES).optional(),
  products: z.array(gridProductSchema).max(GRID_MAX_ROWS).optional(),
  items: z.array(itemSchema).max(BATCH_MAX_PICTURES, `A batch has at most ${BATCH_MAX_PICTURES} pictures.`).optional(),
  csv: csv.optional(),
  /** The listing pack that it is for: fills the scenes of products that name none. */
  pack_id: packIdSchema.nullish(),
}

export const estimateSchema = z.object(wanted)
export type BatchRequest = z.output<typeof estimateSchema>

export const batchSchema = z.object({
  ...wanted,
  name: z
    .string()
    .trim()
    .max(BATCH_NAME_MAX_CHARS, `The name is too long (maximum ${BATCH_NAME_MAX_CHARS} characters)`)
    .optional(),
  idempotency_key: idempotencyKeySchema.optional(),
  dry_run: dryRunSchema,
})
export type BatchOrder = z.output<typeof batchSchema>

export const csvSchema = z.object({ csv })
export const batchPageSchema = z.object({ ...page, id: idSchema })

const refusalResponse = z.object({ where: z.string(), error: z.string() })
/** What cannot be made, by where it stands: `products.0.colours.1.scenes.2`, `items.3`, `line 5`, or `batch` for the whole. */
export type BatchRefusal = z.infer<typeof refusalResponse>

/** The items that a CSV asks for; none where a line is wrong. */
export type BatchCsvWire = { items: BatchItem[]; refused: BatchRefusal[] }

/** What a batch would cost. */
export const batchEstimateResponse = z.object({
  pictures: z.number().describe('What can be made of it.'),
  free: z.number().describe('Of them are there, or on their way.'),
  credits: z.number().describe('What the others cost.'),
  available: z.number().describe('Credits that the account has.'),
  missing: z.number().describe('Credits that `available` lacks to `credits`.'),
  minutes: z.number().describe('Until the last is done, as things stand.'),
  refused: z.array(refusalResponse),
  /** What the pack shows and these products do not have: everything else is ordered. */
  left_out: z.array(refusalResponse),
})
export type BatchEstimateWire = z.infer<typeof batchEstimateResponse>

const choices = {
  design_id: z.string().nullable(),
  product: z.string(),
  product_model: z.string().nullable(),
  colour: z.string(),
  model_style: z.string(),
  background: z.string(),
  model_gender: z.string().nullable(),
  design_size: z.string(),
  side: printedSide,
  placement: placementResponse.nullable(),
  scene_id: z.string().nullable(),
  title: z.string().nullable(),
}

const pictureState = z.enum(['waiting', 'under_way', 'done', 'failed', 'cancelled'])
export type PictureState = z.infer<typeof pictureState>

/** A picture that was not made, and why. `place` counts from 0. */
const failureResponse = z.object({
  place: z.number().describe('Counts from 0.'),
  generation_id: z.string(),
  filename: z.string().nullable().describe('The design’s; null where it was deleted.'),
  ...choices,
  error: z.string(),
})
export type BatchFailureWire = z.infer<typeof failureResponse>

export const batchSummaryResponse = z.object({
  id: z.string(),
  name: z.string(),
  pictures: z.number(),
  counts: z.record(pictureState, z.number()).describe('How many are in which state; they add up to `pictures`.'),
  created_at: z.string(),
  cancelled_at: z.string().nullable(),
  /** The listing pack that it was ordered from. */
  pack_id: z.string().nullable(),
})
export type BatchSummaryWire = z.infer<typeof batchSummaryResponse>

export const batchResponse = batchSummaryResponse.extend({ failures: z.array(failureResponse) })
export type BatchWire = z.infer<typeof batchResponse>

/** One of a batch's pictures. `progress` is a percentage; `mockup_id` is set where it is done and was not deleted. */
export const batchPictureResponse = failureResponse.extend({
  state: pictureState,
  progress: z.number(),
  mockup_id: z.string().nullable(),
  error: z.string().nullable(),
})
export type BatchPictureWire = z.infer<typeof batchPictureResponse>
export type BatchPicturesWire = PageWire<BatchPictureWire>

export const listingsSchema = z.object({ id: idSchema, pack_id: packIdSchema.nullish() })

/**
 * A batch as listings of a pack, one a design, product and colour. `ready` of `pictures` can be downloaded; of the others,
 * and of those that their shop does not take, there is a line each, of which `more` are not told here.
 */
export const batchListingsResponse = z.object({
  pack_id: z.string(),
  name: z.string(),
  listings: z.number(),
  pictures: z.number(),
  ready: z.number(),
  unfit: z.array(refusalResponse),
  more: z.number(),
})
export type BatchListingsWire = z.infer<typeof batchListingsResponse>
