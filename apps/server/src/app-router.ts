import { accountRouter } from './rpc/account.ts'
import { authRouter } from './rpc/auth.ts'
import { batchRouter } from './rpc/batch.ts'
import { packRouter } from './rpc/pack.ts'
import { billingRouter } from './rpc/billing.ts'
import { catalogueRouter } from './rpc/catalogue.ts'
import { designRouter } from './rpc/design.ts'
import { generationRouter } from './rpc/generation.ts'
import { mockupRouter } from './rpc/mockup.ts'
import { requestRouter } from './rpc/request.ts'
import { shareRouter } from './rpc/share.ts'
import { sceneRouter } from './rpc/scene.ts'
import { router } from './rpc/trpc.ts'
import { webhookRouter } from './rpc/webhook.ts'
import { userRouter } from './rpc/user.ts'

export const appRouter = router({
  account: accountRouter,
  auth: authRouter,
  user: userRouter,
  catalogue: catalogueRouter,
  design: designRouter,
  scene: sceneRouter,
  generation: generationRouter,
  mockup: mockupRouter,
  batch: batchRouter,
  pack: packRouter,
  share: shareRouter,
  billing: billingRouter,
  webhook: webhookRouter,
  request: requestRouter,
})

export type AppRouter = typeof appRouter
