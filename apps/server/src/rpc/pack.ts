import { changedPackSchema, packSchema } from '@printroom/contract/pack-schemas'
import { idSchema } from '@printroom/contract/schemas'
import { changePack, createPack, listPacks, removePack } from '@printroom/core/domain/packs/packs'
import * as z from 'zod'
import { listProcedure } from './in-turn.ts'
import { changeProcedure, router } from './trpc.ts'

const namesPack = { ids: { id: 'pack' } } as const

/** Listing packs: what pictures a shop's listing is made of. */
export const packRouter = router({
  /** Everybody's, then the user's own by name. */
  list: listProcedure.query(({ ctx }) => listPacks(ctx.core, ctx.userId)),

  /** Keeps a pack of the user's own. @throws bad_input (too many, or one of this name) */
  create: changeProcedure.input(packSchema).mutation(({ ctx, input }) => createPack(ctx.core, ctx.userId, input)),

  /** @throws not_found, bad_input (another has its name) */
  change: changeProcedure
    .meta(namesPack)
    .input(changedPackSchema)
    .mutation(({ ctx, input }) => changePack(ctx.core, ctx.userId, input)),

  /** Batches that were ordered from it stay what they are. @throws not_found */
  remove: changeProcedure
    .meta(namesPack)
    .input(z.object({ id: idSchema }))
    .mutation(async ({ ctx, input }) => {
      await removePack(ctx.core, ctx.userId, input.id)
      return { success: true }
    }),
})
