import type { UserId } from '@printroom/core/context'
import { userProcedure } from './trpc.ts'

/** Lists of one user that are read at a time. A second one fills the pauses of the first while the database works. */
const AT_ONCE = 2

type Line = { running: number; waiting: (() => void)[] }
const lines = new Map<UserId, Line>()

/**
 * For what reads many rows: of one user's calls a few are worked on at a time and the others wait their turn, so that
 * whoever asks for everything at once keeps himself waiting and nobody else.
 */
export const listProcedure = userProcedure.use(async ({ ctx, next }) => {
  const line = lines.get(ctx.userId) ?? { running: 0, waiting: [] }
  lines.set(ctx.userId, line)
  if (line.running >= AT_ONCE) await new Promise<void>((begin) => line.waiting.push(begin))
  else line.running += 1
  try {
    return await next()
  } finally {
    const begin = line.waiting.shift()
    if (begin) begin()
    else line.running -= 1
    if (line.running === 0) lines.delete(ctx.userId)
  }
})
