/** Calls back whenever there is news; the answer ends that. */
export type Subscribe = (news: () => void) => () => void

/**
 * Waits for something that others bring about: looks at once, at every piece of news, and once more when the time is over
 * or nobody waits any more.
 * @param look reads the truth; undefined while there is nothing to answer
 * @returns what `look` did at last
 * @throws Error what `look` raises
 */
export function waitUntil<T>(
  subscribe: Subscribe,
  look: () => Promise<T | undefined>,
  { seconds, signal }: { seconds: number; signal?: AbortSignal | undefined },
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      unsubscribe()
      signal?.removeEventListener('abort', lookOnce)
      act()
    }
    const lookAgain = (isLast = false) =>
      look().then(
        (answer) => {
          if (answer !== undefined || isLast || signal?.aborted) settle(() => resolve(answer))
        },
        (error: unknown) => settle(() => reject(error)),
      )
    const lookOnce = () => void lookAgain(true)
    const timer = setTimeout(lookOnce, seconds * 1000)
    // Subscribed before the first look, so that an end between the two cannot be missed.
    const unsubscribe = subscribe(() => void lookAgain())
    signal?.addEventListener('abort', lookOnce, { once: true })
    void lookAgain()
  })
}
