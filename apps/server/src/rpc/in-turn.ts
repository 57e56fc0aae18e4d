import { createTurnsByKey } from '@printroom/core/limits/turns'
import { readProcedure } from './trpc.ts'

/** Lists of one user that are read at a time. A second one fills the pauses of the first while the database works. */
const AT_ONCE = 2

const inTurn = createTurnsByKey(AT_ONCE)

/**
 * For what reads many rows: of one user's calls a few are worked on at a time and the others wait their turn, so that
 * whoever asks for everything at once keeps himself waiting and nobody else.
 */
export const listProcedure = readProcedure.use(({ ctx, next }) => inTurn(ctx.userId, () => next()))
