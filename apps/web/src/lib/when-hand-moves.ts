import { useEffect, useState } from 'react'

const SIGNS = ['pointermove', 'pointerdown', 'keydown']

/**
 * Runs it once, as soon as somebody moves a hand: what will be asked for soon is fetched then, and whoever only looks at a
 * page has nothing to load for it. Returns what calls it off.
 */
export function whenHandMoves(run: () => void): () => void {
  const stop = new AbortController()
  const once = (): void => {
    stop.abort()
    run()
  }
  for (const sign of SIGNS) addEventListener(sign, once, { passive: true, signal: stop.signal })
  return () => stop.abort()
}

/** False until a hand has moved. */
export function useHasHandMoved(): boolean {
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => whenHandMoves(() => setMoved(true)), [])
  return hasMoved
}
