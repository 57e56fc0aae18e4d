import { subscribe } from './event-stream.ts'
import { DEFAULT_RETRY, pause } from './retry.ts'
import type { Transport } from './transport.ts'
import type { Generation } from './wire.ts'

/** The orders under way; null where the stream that tells of them is broken, and nothing will be heard for a while. */
type News = (orders: readonly Generation[] | null) => void
/** Calls back with all news; the answer ends that. */
export type Watch = (news: News) => () => void

/** A server holds ten streams an account open: however many wait, this client needs one, and none when nobody waits. */
export function createWatch(transport: Transport): Watch {
  const listeners = new Set<News>()
  let leaving: AbortController | undefined

  async function listen(signal: AbortSignal): Promise<void> {
    const tell = (orders: readonly Generation[] | null) => listeners.forEach((news) => news(orders))
    for (let ms = DEFAULT_RETRY.firstMs; !signal.aborted; ms = Math.min(ms * 2, DEFAULT_RETRY.longestMs)) {
      try {
        for await (const orders of subscribe<Generation[]>(transport, 'generation.watch', undefined, { signal })) {
          ms = DEFAULT_RETRY.firstMs
          if (!signal.aborted) tell(orders)
        }
      } catch {
        // Whoever waits asks for what they wait for, and hears then what is wrong.
      }
      if (signal.aborted) return
      tell(null)
      await pause(Math.random() * ms, signal).catch(() => undefined)
    }
  }

  return (news) => {
    listeners.add(news)
    if (!leaving) {
      leaving = new AbortController()
      void listen(leaving.signal)
    }
    return () => {
      listeners.delete(news)
      if (listeners.size > 0) return
      leaving?.abort()
      leaving = undefined
    }
  }
}
