import { requestListSchema } from '@printroom/contract/api-key-schemas'
import { listRequests } from '@printroom/core/domain/requests/list'
import { listProcedure } from './in-turn.ts'
import { router } from './trpc.ts'

export const requestRouter = router({
  /** What was asked for with the user's API keys in the last week, newest first, a page at a time. @throws bad_input (cursor), not_found (a key) */
  list: listProcedure
    .meta({ ids: { key_id: 'key' } })
    .input(requestListSchema)
    .query(({ ctx, input }) => listRequests(ctx.core, ctx.userId, input)),
})
