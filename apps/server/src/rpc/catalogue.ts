import { offersOf, offersSchema } from '@printroom/contract/offers'
import { CATALOGUE } from '@printroom/contract/whole-catalogue'
import { publicProcedure, router } from './trpc.ts'

export const catalogueRouter = router({
  /** What can be made, and in which colours: the same for everybody, and for those who are nobody yet. */
  get: publicProcedure.query(() => CATALOGUE),

  /** The same in the words of an order alone; the colours of one product where it is named. */
  offers: publicProcedure.input(offersSchema).query(({ input }) => offersOf(input)),
})
