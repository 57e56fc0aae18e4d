import { Readable } from 'node:stream'
import { statementSchema } from '@printroom/contract/schemas'
import { getAccount } from '@printroom/core/account/get'
import { readStatement, statementCsv } from '@printroom/core/credits/statement'
import { assertOwn, keyedSchema, namesUser } from './owner.ts'
import { router, userProcedure } from './trpc.ts'

export const userRouter = router({
  /** The signed-in user's record, with the balance in credits. */
  get: userProcedure.meta(namesUser).input(keyedSchema).query(({ ctx, input }) => {
    assertOwn(ctx.userId, input?.user_id)
    return getAccount(ctx.core, ctx.userId)
  }),

  /** The user's credits as they came and went, newest first, a page at a time. */
  statement: userProcedure.input(statementSchema).query(({ ctx, input }) => readStatement(ctx.core, ctx.userId, input)),

  /** In process only: the whole statement as a CSV stream, for `GET /api/credits/statement.csv`. */
  statementCsv: userProcedure.meta({ isInProcess: true }).query(({ ctx }) => Readable.from(statementCsv(ctx.core, ctx.userId))),
})
