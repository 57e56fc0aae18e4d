import { page } from '@printroom/contract/paging'
import { idSchema } from '@printroom/contract/schemas'
import { approvalSchema, shareSchema } from '@printroom/contract/shares'
import { networkOf } from '@printroom/core/domain/auth/sign-in-limit'
import { approveShared, openShared, viewShare } from '@printroom/core/domain/shares/by-token'
import { createShare } from '@printroom/core/domain/shares/create'
import { getShare, listShares, revokeShare } from '@printroom/core/domain/shares/mine'
import { consumeRateLimit } from '@printroom/core/limits/rate-limit'
import * as z from 'zod'
import { listProcedure } from './in-turn.ts'
import { changeProcedure, publicProcedure, router } from './trpc.ts'

const namesShare = { ids: { id: 'share' } } as const
const one = z.object({ id: idSchema })
/** Whatever stands there: what is no token of ours opens nothing. */
const token = z.string().max(100)

export const shareRouter = router({
  /** Makes a link to mockups; its token is in this answer alone. @throws not_found, bad_input */
  create: changeProcedure
    .meta({ ids: { mockupIds: 'mockup' } })
    .input(shareSchema)
    .mutation(({ ctx, input }) => createShare(ctx.core, ctx.userId, input)),

  /** The user's links with what was said, newest first, a page at a time. @throws bad_input (cursor) */
  list: listProcedure
    .input(z.object(page).prefault({}))
    .query(({ ctx, input }) => listShares(ctx.core, ctx.userId, input)),

  /** One of them with its pictures. @throws not_found */
  get: listProcedure
    .meta(namesShare)
    .input(one)
    .query(({ ctx, input }) => getShare(ctx.core, ctx.userId, input.id)),

  /** Takes a link back. @throws not_found */
  revoke: changeProcedure
    .meta(namesShare)
    .input(one)
    .mutation(async ({ ctx, input }) => {
      await revokeShare(ctx.core, ctx.userId, input.id)
      return { success: true }
    }),

  /** For whoever has the link: its pictures, or that it opens nothing any more. @throws not_found */
  view: publicProcedure.input(z.object({ token })).query(({ ctx, input }) => viewShare(ctx.core, input.token)),

  /** For whoever has the link: a tick on a picture, a note. @throws not_found, rate_limited */
  approve: publicProcedure.input(approvalSchema).mutation(async ({ ctx, input }) => {
    await consumeRateLimit(ctx.core, 'share', networkOf(ctx.address))
    await approveShared(ctx.core, input)
    return { success: true }
  }),

  /** In process only: a picture as a stream, for `GET /api/s/{token}/{place}/file` and `/thumbnail`. @throws not_found, gone */
  open: publicProcedure
    .meta({ isInProcess: true })
    .input(
      z.object({
        token,
        place: z.coerce.number().int().min(0).max(1000),
        part: z.enum(['file', 'thumbnail']),
        isCard: z.boolean(),
      }),
    )
    .query(({ ctx, input }) => openShared(ctx.core, input)),
})
