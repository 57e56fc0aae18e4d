import { CATALOGUE } from '@printroom/contract/whole-catalogue'
import { publicProcedure, router } from './trpc.ts'

export const catalogueRouter = router({
  /** What can be made, and in which colours: the same for everybody, and for those who are nobody yet. */
  get: publicProcedure.query(() => CATALOGUE),
})
