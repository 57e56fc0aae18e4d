import { Readable } from 'node:stream'
import { statementSchema } from '@printroom/contract/schemas'
import { getAccount } from '@printroom/core/domain/account/get'
import { readOverview } from '@printroom/core/domain/account/overview'
import { readStatement, statementCsv } from '@printroom/core/domain/credits/statement'
import { listProcedure } from './in-turn.ts'
import { assertOwn, keyedSchema, namesUser } from './owner.ts'
import { router, userProcedure } from './trpc.ts'

export const userRouter = router({
  /** The signed-in user's record, with the balance in credits. */
  get: userProcedure
    .meta(namesUser)
    .input(keyedSchema)
    .query(({ ctx, input }) => {
      assertOwn(ctx.userId, input?.user_id)
      return getAccount(ctx.core, ctx.userId)
    }),

  /** How many designs and mockups there are, and the latest of them. */
  overview: listProcedure.query(({ ctx }) => readOverview(ctx.core, ctx.userId)),

  /** The user's credits as they came and went, newest first, a page at a time. */
  statement: listProcedure.input(statementSchema).query(({ ctx, input }) => readStatement(ctx.core, ctx.userId, input)),

  /** In process only: the whole statement as a CSV stream, for `GET /api/credits/statement.csv`. */
  statementCsv: userProcedure.meta({ isInProcess: true }).query(({ ctx }) => {
    ctx.holdOpen()
    return Readable.from(statementCsv(ctx.core, ctx.userId))
  }),
})
