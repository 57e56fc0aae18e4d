import { ConnectionError, PrintroomError, RateLimitError, TimeoutError } from './errors.ts'

/** How often a call is made once more, and after how long: a random time up to `firstMs`, twice that, and so on to `longestMs`. */
export type RetryOptions = { retries: number; firstMs: number; longestMs: number }
export const DEFAULT_RETRY: RetryOptions = { retries: 5, firstMs: 250, longestMs: 8_000 }

/**
 * Milliseconds until a call is made again; undefined where it is not. What the server has refused as too much was not done
 * and may always be asked again, when it says; after a fault of the server or the network nobody knows what was done, and
 * only what may be repeated is.
 * @param attempt how often it was made, from 1 on
 */
export function pauseBefore(
  error: unknown,
  attempt: number,
  isRepeatable: boolean,
  { retries, firstMs, longestMs }: RetryOptions,
): number | undefined {
  if (attempt > retries || !(error instanceof PrintroomError)) return undefined
  const jitter = Math.random() * Math.min(longestMs, firstMs * 2 ** (attempt - 1))
  // Not before the time: a call that comes too soon is counted, and refused again.
  if (error instanceof RateLimitError) return error.retryAfter * 1000 + jitter
  const mayPass =
    error.status >= 500 || error instanceof ConnectionError || (error instanceof TimeoutError && error.status === 0)
  return mayPass && isRepeatable ? jitter : undefined
}

/** Resolves after so long, or rejects with the signal's reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
