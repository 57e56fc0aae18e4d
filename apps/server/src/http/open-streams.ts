import { AppError } from '@printroom/core/errors'

/** Streams that one account may have open at one server: of events one a page, and downloads. */
export const STREAMS_PER_USER = 10
/** All that a server holds open at once; each costs it a connection, a listener and some tens of kilobytes. */
const STREAMS_PER_PROCESS = 2_000

const RETRY_SECONDS = 10

/**
 * Counts what is being streamed. `open` takes a place for a user and answers how to give it back.
 * @throws AppError rate_limited (this account has too many open), unready (this server has)
 */
export function createOpenStreams(
  perUser = STREAMS_PER_USER,
  perProcess = STREAMS_PER_PROCESS,
): (userId: string) => () => void {
  const open = new Map<string, number>()
  let all = 0
  return (userId) => {
    const own = open.get(userId) ?? 0
    if (own >= perUser)
      throw new AppError('rate_limited', {
        error: `This account has ${perUser} streams open already. Close a page or wait for a download to end.`,
        retryAfterSeconds: RETRY_SECONDS,
      })
    if (all >= perProcess) throw new AppError('unready', { retryAfterSeconds: RETRY_SECONDS })
    open.set(userId, own + 1)
    all += 1
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      all -= 1
      const left = (open.get(userId) ?? 1) - 1
      if (left > 0) open.set(userId, left)
      else open.delete(userId)
    }
  }
}
