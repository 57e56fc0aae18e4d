import { Readable } from 'node:stream'
import { THUMBNAIL_SIDES } from '@printroom/contract/limits'
import {
  CALIBRATION_FORMATS,
  MASK_PARTS,
  PREVIEW_PARTS,
  calibrationPrintSchema,
  renameSceneSchema,
  sceneListSchema,
  sceneOrderSchema,
  scenePhotographSchema,
} from '@printroom/contract/scenes'
import { idSchema } from '@printroom/contract/schemas'
import { awaitOutcome } from '@printroom/core/domain/generation/outcome'
import { dryRunOrder } from '@printroom/core/domain/generation/quote'
import { requestGeneration } from '@printroom/core/domain/generation/request'
import { createScene } from '@printroom/core/domain/scenes/create'
import { getScene, listScenes, renameScene } from '@printroom/core/domain/scenes/list'
import { sendMask } from '@printroom/core/domain/scenes/mend'
import { openMask, openPreview, openScene, previewScene } from '@printroom/core/domain/scenes/open'
import { removeScene } from '@printroom/core/domain/scenes/remove'
import { watchScenes } from '@printroom/core/domain/scenes/watch'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { readCalibrationPrint } from '../http/calibration-prints.ts'
import { listProcedure } from './in-turn.ts'
import { assertNoDryRun } from './owner.ts'
import { changeProcedure, makeProcedure, publicProcedure, readProcedure, router } from './trpc.ts'

/** In process only, from the multipart adapter: bytes do not travel as JSON. */
const uploadSchema = scenePhotographSchema.and(z.object({ filename: z.string(), bytes: z.instanceof(Buffer) }))
const openSchema = z.object({
  id: idSchema,
  part: z.enum(['plate', 'thumbnail']),
  side: z.coerce.number().pipe(z.literal(THUMBNAIL_SIDES.card)).optional(),
})

const namesScene = { ids: { id: 'scene' } } as const
const namesOrder = { ids: { id: 'scene', design_id: 'design' } } as const

/** A seller's own photographs of the calibration print, which mockups are made on. */
export const sceneRouter = router({
  /** The user's scenes, newest first, a page at a time. @throws bad_input (cursor) */
  list: listProcedure.input(sceneListSchema).query(({ ctx, input }) => listScenes(ctx.core, ctx.userId, input)),

  /** @throws not_found */
  get: readProcedure
    .meta(namesScene)
    .input(z.object({ id: idSchema }))
    .query(({ ctx, input }) => getScene(ctx.core, ctx.userId, input.id)),

  /** The user's scenes that are being measured or wait for it, as they go on. */
  watch: readProcedure.subscription(({ ctx, signal }) => watchScenes(ctx.core, ctx.events, ctx.userId, signal)),

  /**
   * Takes a photograph in, reached through `POST /api/scenes`; the scene is answered while it is measured.
   * @throws not_a_photograph, unreadable_photograph, too_large, bad_input, rate_limited
   */
  create: makeProcedure
    .meta({ isInProcess: true })
    .input(uploadSchema)
    .mutation(({ ctx, input }) => createScene(ctx.core, ctx.userId, input)),

  /** Whether the user may send another photograph now; asked before its bytes are read. @throws rate_limited */
  admit: makeProcedure.mutation(({ ctx }) => consumeRateLimit(ctx.core, 'scene', ctx.userId)),

  /** @throws not_found, bad_input */
  rename: changeProcedure
    .meta(namesScene)
    .input(renameSceneSchema)
    .mutation(({ ctx, input }) => renameScene(ctx.core, ctx.userId, input)),

  /** Mockups that were made on it stay. @throws not_found */
  remove: changeProcedure
    .meta(namesScene)
    .input(z.object({ id: idSchema }))
    .mutation(async ({ ctx, input }) => {
      await removeScene(ctx.core, ctx.userId, input.id)
      return { success: true }
    }),

  /**
   * Makes one mockup on a scene for one credit, and waits as `generation.request` does.
   * @throws not_found, bad_input (not ready, another colour than white, a placement beyond the print area), insufficient_credits, key_cap_reached, idempotency_conflict, generation_failed, rate_limited
   */
  order: makeProcedure
    .meta(namesOrder)
    .input(sceneOrderSchema)
    .mutation(async ({ ctx, input }) => {
      assertNoDryRun(input)
      await consumeRateLimit(ctx.core, 'generate', ctx.userId)
      const id = await requestGeneration(ctx.core, ctx.userId, input)
      const signal = AbortSignal.any([ctx.aborted, ctx.stopping])
      return awaitOutcome(ctx.core, ctx.events, ctx.userId, id, { seconds: input.wait_seconds, signal })
    }),

  /** What the order would cost, or the refusal that it would get. Orders nothing. @throws the same */
  dryRun: readProcedure
    .meta(namesOrder)
    .input(sceneOrderSchema)
    .mutation(async ({ ctx, input }) => {
      await consumeRateLimit(ctx.core, 'estimate', ctx.userId)
      return dryRunOrder(ctx.core, ctx.userId, input)
    }),

  /** What the live preview draws a ready scene with, in the shape that it has of ours; its files are fetched one by one. @throws not_found */
  preview: readProcedure
    .meta(namesScene)
    .input(z.object({ id: idSchema }))
    .query(({ ctx, input }) => previewScene(ctx.core, ctx.userId, input.id)),

  /** In process only: one of those files as a stream, for `GET /api/scenes/{id}/preview/{part}`. @throws not_found */
  openPreview: readProcedure
    .meta({ isInProcess: true })
    .input(z.object({ id: idSchema, part: z.enum(PREVIEW_PARTS) }))
    .query(({ ctx, input }) => openPreview(ctx.core, ctx.userId, input.id, input.part)),

  /**
   * Takes a mended mask in, reached through `POST /api/scenes/{id}/mask`; the scene is answered while its plate is made anew.
   * @throws not_found, bad_input
   */
  sendMask: makeProcedure
    .meta({ ...namesScene, isInProcess: true })
    .input(z.object({ id: idSchema, bytes: z.instanceof(Buffer) }))
    .mutation(({ ctx, input }) => sendMask(ctx.core, ctx.userId, input.id, input.bytes)),

  /** Whether the user may send another mask now; asked before its bytes are read. @throws rate_limited */
  admitMask: makeProcedure.mutation(({ ctx }) => consumeRateLimit(ctx.core, 'mask', ctx.userId)),

  /** In process only: the mask, or with `part` what it is mended on, for `GET /api/scenes/{id}/mask`. @throws not_found */
  openMask: readProcedure
    .meta({ isInProcess: true })
    .input(z.object({ id: idSchema, part: z.enum(MASK_PARTS).optional() }))
    .query(({ ctx, input }) => openMask(ctx.core, ctx.userId, input.id, input.part)),

  /** In process only: the plate or the thumbnail as a stream, for `GET /api/scenes/{id}/plate` and `/thumbnail`. @throws not_found */
  open: readProcedure
    .meta({ isInProcess: true })
    .input(openSchema)
    .query(({ ctx, input }) => openScene(ctx.core, ctx.userId, input.id, input.part, input.side)),

  /** In process only: the print to be photographed, for `GET /api/calibration-print`. @throws unready */
  calibrationPrint: publicProcedure
    .meta({ isInProcess: true })
    .input(calibrationPrintSchema)
    .query(async ({ input }) => {
      const { bytes, filename } = await readCalibrationPrint(input)
      const contentType = CALIBRATION_FORMATS[input.format]
      return { stream: Readable.from([bytes]), size: bytes.length, contentType, filename }
    }),
})
