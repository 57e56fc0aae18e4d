import { accountRouter } from './rpc/account.ts'
import { authRouter } from './rpc/auth.ts'
import { batchRouter } from './rpc/batch.ts'
import { billingRouter } from './rpc/billing.ts'
import { designRouter } from './rpc/design.ts'
import { generationRouter } from './rpc/generation.ts'
import { mockupRouter } from './rpc/mockup.ts'
import { router } from './rpc/trpc.ts'
import { webhookRouter } from './rpc/webhook.ts'
import { userRouter } from './rpc/user.ts'

export const appRouter = router({
  account: accountRouter,
  auth: authRouter,
  user: userRouter,
  design: designRouter,
  generation: generationRouter,
  mockup: mockupRouter,
  batch: batchRouter,
  billing: billingRouter,
  webhook: webhookRouter,
})

export type AppRouter = typeof appRouter
