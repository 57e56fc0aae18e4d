import { downloadSchema, idSchema, openSchema, presentSchema } from '@printroom/contract/schemas'
import { takeTurn } from '@printroom/core/limits/rate-limit'
import { archiveMockups } from '@printroom/core/mockups/archive'
import { listMockups } from '@printroom/core/mockups/list'
import { openMockup } from '@printroom/core/mockups/open'
import { openPresented } from '@printroom/core/mockups/present'
import { removeMockup } from '@printroom/core/mockups/remove'
import * as z from 'zod'
import { assertOwn, keyedSchema, namesUser } from './owner.ts'
import { router, userProcedure } from './trpc.ts'

export const mockupRouter = router({
  /** The user's mockups, newest first. */
  list: userProcedure.meta(namesUser).input(keyedSchema).query(({ ctx, input }) => {
    assertOwn(ctx.userId, input?.user_id)
    return listMockups(ctx.core, ctx.userId)
  }),

  /** @throws not_found */
  remove: userProcedure.meta({ ids: { id: 'mockup' } }).input(z.object({ id: idSchema })).mutation(async ({ ctx, input }) => {
    await removeMockup(ctx.core, ctx.userId, input.id)
    return { success: true }
  }),

  /** In process only: the picture as a stream, for `GET /api/mockups/{id}/file` and `/thumbnail`. */
  open: userProcedure
    .meta({ isInProcess: true })
    .input(openSchema)
    .query(({ ctx, input }) => openMockup(ctx.core, ctx.userId, input.id, input.part, input.side)),

  /** In process only: the picture as a shop wants it, for `GET /api/mockups/{id}/file` with a preset or a format. @throws not_found, bad_input, rate_limited */
  present: userProcedure.meta({ isInProcess: true }).input(presentSchema).query(async ({ ctx, input }) => {
    await takeTurn(ctx.core, 'present', ctx.userId)
    return openPresented(ctx.core, ctx.userId, input.id, input)
  }),

  /** In process only: the chosen mockups as a zip stream, for `POST /api/mockups/download`. @throws not_found, bad_input, rate_limited */
  archive: userProcedure.meta({ isInProcess: true }).input(downloadSchema).query(async ({ ctx, input }) => {
    if (input.preset ?? input.format) await takeTurn(ctx.core, 'present', ctx.userId)
    return archiveMockups(ctx.core, ctx.userId, input.mockupIds, input)
  }),
})
