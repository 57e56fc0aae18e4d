import { favouriteSchema, mockupFoldersSchema, mockupListSchema } from '@printroom/contract/mockup-filters'
import { downloadSchema, idSchema, openSchema, presentSchema } from '@printroom/contract/schemas'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import { archiveMockups } from '@printroom/core/domain/mockups/archive'
import { facetsOf } from '@printroom/core/domain/mockups/facets'
import { setFavourite } from '@printroom/core/domain/mockups/favourite'
import { listFolders } from '@printroom/core/domain/mockups/folders'
import { getMockup } from '@printroom/core/domain/mockups/get'
import { listMockups } from '@printroom/core/domain/mockups/list'
import { openMockup } from '@printroom/core/domain/mockups/open'
import { openExported } from '@printroom/core/domain/mockups/export-options'
import { removeMockup } from '@printroom/core/domain/mockups/remove'
import * as z from 'zod'
import { listProcedure } from './in-turn.ts'
import { assertOwn } from './owner.ts'
import { changeProcedure, readProcedure, router } from './trpc.ts'

const namesMockup = { ids: { id: 'mockup' } } as const
const namesFilter = { ids: { user_id: 'user', design_id: 'design' } } as const

export const mockupRouter = router({
  /** The user's mockups that a filter leaves, newest first, a page at a time. @throws bad_input (cursor), not_found */
  list: listProcedure
    .meta(namesFilter)
    .input(mockupListSchema)
    .query(({ ctx, input }) => {
      assertOwn(ctx.userId, input.user_id)
      return listMockups(ctx.core, ctx.userId, input)
    }),

  /** The same by folder or by batch, the one with the newest mockup first, and how many there are of each. @throws bad_input (cursor), not_found */
  folders: listProcedure
    .meta(namesFilter)
    .input(mockupFoldersSchema)
    .query(({ ctx, input }) => {
      assertOwn(ctx.userId, input.user_id)
      return listFolders(ctx.core, ctx.userId, input)
    }),

  /** @throws not_found */
  get: readProcedure
    .meta(namesMockup)
    .input(z.object({ id: idSchema }))
    .query(({ ctx, input }) => getMockup(ctx.core, ctx.userId, input.id)),

  /** What there is to filter by. */
  facets: listProcedure.query(({ ctx }) => facetsOf(ctx.core, ctx.userId)),

  /** Gives it a star, or takes it away. @throws not_found */
  setFavourite: changeProcedure
    .meta(namesMockup)
    .input(favouriteSchema)
    .mutation(({ ctx, input }) => setFavourite(ctx.core, ctx.userId, input)),

  /** @throws not_found */
  remove: changeProcedure
    .meta(namesMockup)
    .input(z.object({ id: idSchema }))
    .mutation(async ({ ctx, input }) => {
      await removeMockup(ctx.core, ctx.userId, input.id)
      return { success: true }
    }),

  /** In process only: the picture as a stream, for `GET /api/mockups/{id}/file` and `/thumbnail`. */
  open: readProcedure
    .meta({ isInProcess: true })
    .input(openSchema)
    .query(({ ctx, input }) => openMockup(ctx.core, ctx.userId, input.id, input.part, input.side)),

  /** In process only: the picture as a shop wants it, for `GET /api/mockups/{id}/file` with a preset or a format. @throws not_found, bad_input, rate_limited, unready */
  present: readProcedure
    .meta({ isInProcess: true })
    .input(presentSchema)
    .query(async ({ ctx, input }) => {
      await consumeRateLimit(ctx.core, 'export', ctx.userId)
      return openExported({ context: ctx.core, events: ctx.events }, ctx.userId, input.id, input, ctx.aborted)
    }),

  /** In process only: the chosen mockups as a zip stream, for `POST /api/mockups/download`. @throws not_found, bad_input, rate_limited */
  archive: readProcedure
    .meta({ isInProcess: true })
    .input(downloadSchema)
    .query(async ({ ctx, input }) => {
      if (input.preset ?? input.format) await consumeRateLimit(ctx.core, 'export', ctx.userId)
      ctx.holdOpen()
      return archiveMockups({ context: ctx.core, events: ctx.events }, ctx.userId, input.mockupIds, input)
    }),
})
