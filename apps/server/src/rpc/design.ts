import { idSchema, openSchema, renameSchema } from '@printroom/contract/schemas'
import { createDesign } from '@printroom/core/designs/create'
import { listDesigns } from '@printroom/core/designs/list'
import { openDesign } from '@printroom/core/designs/open'
import { removeDesign } from '@printroom/core/designs/remove'
import { renameDesign } from '@printroom/core/designs/rename'
import { takeTurn } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { assertOwn, keyedSchema, namesUser } from './owner.ts'
import { router, userProcedure } from './trpc.ts'

/** In process only, from the multipart adapter: bytes do not travel as JSON. */
const uploadSchema = z.object({ filename: z.string(), bytes: z.instanceof(Buffer), user_id: z.string().optional() })

const namesDesign = { ids: { id: 'design' } } as const

export const designRouter = router({
  /** The user's designs, newest first. */
  list: userProcedure.meta(namesUser).input(keyedSchema).query(({ ctx, input }) => {
    assertOwn(ctx.userId, input?.user_id)
    return listDesigns(ctx.core, ctx.userId)
  }),

  /** Takes a PNG in; reached through `POST /api/designs`. @throws not_png, too_large, unreadable_png */
  create: userProcedure.meta({ isInProcess: true }).input(uploadSchema).mutation(async ({ ctx, input }) => {
    assertOwn(ctx.userId, input.user_id)
    return createDesign(ctx.core, ctx.userId, input)
  }),

  /** Whether the user may send another file now; asked before its bytes are read. @throws rate_limited */
  admit: userProcedure.mutation(({ ctx }) => takeTurn(ctx.core, 'upload', ctx.userId)),

  /** @throws not_found, bad_input */
  rename: userProcedure.meta(namesDesign).input(renameSchema).mutation(({ ctx, input }) => renameDesign(ctx.core, ctx.userId, input)),

  /** Mockups made from it stay. @throws not_found */
  remove: userProcedure.meta(namesDesign).input(z.object({ id: idSchema })).mutation(async ({ ctx, input }) => {
    await removeDesign(ctx.core, ctx.userId, input.id)
    return { success: true }
  }),

  /** In process only: the file as a stream, for `GET /api/designs/{id}/file` and `/thumbnail`. */
  open: userProcedure
    .meta({ isInProcess: true })
    .input(openSchema)
    .query(({ ctx, input }) => openDesign(ctx.core, ctx.userId, input.id, input.part, input.side)),
})
