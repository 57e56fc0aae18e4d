import { Readable } from 'node:stream'
import { statementSchema } from '@printroom/contract/schemas'
import { getAccount } from '@printroom/core/domain/account/get'
import { readOverview } from '@printroom/core/domain/account/overview'
import { ownApiKey } from '@printroom/core/domain/auth/api-keys'
import { readStatement, statementCsv } from '@printroom/core/domain/credits/statement'
import { listProcedure } from './in-turn.ts'
import { assertOwn, keyedSchema, namesUser } from './owner.ts'
import { readProcedure, router } from './trpc.ts'

export const userRouter = router({
  /** The signed-in user's record, with the balance in credits; a key is told of itself beside. */
  get: readProcedure
    .meta(namesUser)
    .input(keyedSchema)
    .query(async ({ ctx, input }) => {
      assertOwn(ctx.userId, input?.user_id)
      const account = await getAccount(ctx.core, ctx.userId)
      const { keyId } = ctx.session
      return keyId === null ? account : { ...account, api_key: await ownApiKey(ctx.core, ctx.userId, keyId) }
    }),

  /** How many designs and mockups there are, and the latest of them. */
  overview: listProcedure.query(({ ctx }) => readOverview(ctx.core, ctx.userId)),

  /** The user's credits as they came and went, newest first, a page at a time. */
  statement: listProcedure.input(statementSchema).query(({ ctx, input }) => readStatement(ctx.core, ctx.userId, input)),

  /** In process only: the whole statement as a CSV stream, for `GET /api/credits/statement.csv`. */
  statementCsv: readProcedure.meta({ isInProcess: true }).query(({ ctx }) => {
    ctx.holdOpen()
    return Readable.from(statementCsv(ctx.core, ctx.userId))
  }),
})
