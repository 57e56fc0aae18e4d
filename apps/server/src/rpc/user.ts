import { getAccount } from '@printroom/core/account/get'
import { assertOwn, keyedSchema } from './owner.ts'
import { router, userProcedure } from './trpc.ts'

export const userRouter = router({
  /** The signed-in user's record, with the balance in credits. */
  get: userProcedure.input(keyedSchema).query(({ ctx, input }) => {
    assertOwn(ctx.userId, input?.user_id)
    return getAccount(ctx.core, ctx.userId)
  }),
})
