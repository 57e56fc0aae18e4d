import { idSchema, openSchema, renameSchema } from '@printroom/contract/schemas'
import { createDesign } from '@printroom/core/domain/designs/create'
import { getDesign } from '@printroom/core/domain/designs/get'
import { listDesigns } from '@printroom/core/domain/designs/list'
import { openDesign } from '@printroom/core/domain/designs/open'
import { removeDesign } from '@printroom/core/domain/designs/remove'
import { renameDesign } from '@printroom/core/domain/designs/rename'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { listProcedure } from './in-turn.ts'
import { assertOwn, listSchema, namesUser } from './owner.ts'
import { changeProcedure, makeProcedure, readProcedure, router } from './trpc.ts'

/** In process only, from the multipart adapter: bytes do not travel as JSON. */
const uploadSchema = z.object({ filename: z.string(), bytes: z.instanceof(Buffer), user_id: z.string().optional() })

const namesDesign = { ids: { id: 'design' } } as const

export const designRouter = router({
  /** The user's designs, newest first, a page at a time. @throws bad_input (cursor) */
  list: listProcedure
    .meta(namesUser)
    .input(listSchema)
    .query(({ ctx, input }) => {
      assertOwn(ctx.userId, input.user_id)
      return listDesigns(ctx.core, ctx.userId, input)
    }),

  /** @throws not_found */
  get: readProcedure
    .meta(namesDesign)
    .input(z.object({ id: idSchema }))
    .query(({ ctx, input }) => getDesign(ctx.core, ctx.userId, input.id)),

  /** Takes a PNG in; reached through `POST /api/designs`. @throws not_png, too_large, unreadable_png, rate_limited, upload_timeout */
  create: makeProcedure
    .meta({ isInProcess: true })
    .input(uploadSchema)
    .mutation(async ({ ctx, input }) => {
      assertOwn(ctx.userId, input.user_id)
      return createDesign(ctx.core, ctx.events, ctx.userId, input, { signal: ctx.aborted })
    }),

  /** Whether the user may send another file now; asked before its bytes are read. @throws rate_limited */
  admit: makeProcedure.mutation(({ ctx }) => consumeRateLimit(ctx.core, 'upload', ctx.userId)),

  /** @throws not_found, bad_input */
  rename: changeProcedure
    .meta(namesDesign)
    .input(renameSchema)
    .mutation(({ ctx, input }) => renameDesign(ctx.core, ctx.userId, input)),

  /** Mockups made from it stay. @throws not_found */
  remove: changeProcedure
    .meta(namesDesign)
    .input(z.object({ id: idSchema }))
    .mutation(async ({ ctx, input }) => {
      await removeDesign(ctx.core, ctx.userId, input.id)
      return { success: true }
    }),

  /** In process only: the file as a stream, for `GET /api/designs/{id}/file` and `/thumbnail`. */
  open: readProcedure
    .meta({ isInProcess: true })
    .input(openSchema)
    .query(({ ctx, input }) => openDesign(ctx.core, ctx.userId, input.id, input.part, input.side)),
})
