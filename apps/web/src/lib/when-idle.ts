import { useEffect, useState } from 'react'

const LONGEST_WAIT_MS = 2_000
const MOMENT_MS = 200

/** Runs it once the page has nothing better to do, or a moment later in a browser that does not tell. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: LONGEST_WAIT_MS })
  else setTimeout(run, MOMENT_MS)
}

/** False until the page has been idle once: what nobody needs at first sight waits for it. */
export function useWasIdle(): boolean {
  const [wasIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return wasIdle
}
