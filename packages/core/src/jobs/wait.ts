import { isUnreachable } from '../unreachable.ts'

/** While the database is away nobody tells news: it is looked for so often. */
const AWAY_MS = 1_000

/** Calls back whenever there is news; the answer ends that. */
export type Subscribe = (news: () => void) => () => void

/**
 * Waits for something that others bring about: looks at once, at every piece of news, and once more when the time is over
 * or nobody waits any more. A database that is away ends no wait: what is waited for stands, and may come when it is back.
 * @param look reads the truth; undefined while there is nothing to answer
 * @returns what `look` did at last
 * @throws Error what `look` raises; that the database is away only when the time is over
 */
export function waitUntil<T>(
  subscribe: Subscribe,
  look: () => Promise<T | undefined>,
  { seconds, signal }: { seconds: number; signal?: AbortSignal | undefined },
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let again: NodeJS.Timeout | undefined
    const settle = (act: () => void) => {
      clearTimeout(timer)
      clearTimeout(again)
      unsubscribe()
      signal?.removeEventListener('abort', lookOnce)
      act()
    }
    const lookAgain = (isLast = false) =>
      look().then(
        (answer) => {
          if (answer !== undefined || isLast || signal?.aborted) settle(() => resolve(answer))
        },
        (error: unknown) => {
          if (isLast || signal?.aborted || !isUnreachable(error)) return settle(() => reject(error))
          clearTimeout(again)
          again = setTimeout(() => void lookAgain(), AWAY_MS)
        },
      )
    const lookOnce = () => void lookAgain(true)
    const timer = setTimeout(lookOnce, seconds * 1000)
    // Subscribed before the first look, so that an end between the two cannot be missed.
    const unsubscribe = subscribe(() => void lookAgain())
    signal?.addEventListener('abort', lookOnce, { once: true })
    void lookAgain()
  })
}
