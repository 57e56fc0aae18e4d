import { useEffect, useState } from 'react'
import { MOCKUP_HIGHLIGHT_MS } from '@printroom/contract/limits'

/** Brings the card of a mockup into view and marks it for three seconds. */
export function useHighlight(id: string | undefined, isLoaded: boolean): string | null {
  const [highlighted, setHighlighted] = useState<string | null>(null)
  useEffect(() => {
    const card = id && isLoaded ? document.getElementById(cardId(id)) : null
    if (!id || !card) return
    setHighlighted(id)
    // A script's own choice of smoothness passes by what the person asked of the system.
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    card.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' })
  }, [id, isLoaded])
  // From when it is there to be seen: on a busy machine that is later.
  useEffect(() => {
    if (highlighted === null) return
    const ending = setTimeout(() => setHighlighted(null), MOCKUP_HIGHLIGHT_MS)
    return () => clearTimeout(ending)
  }, [highlighted])
  return highlighted
}

export const cardId = (id: string): string => `mockup-${id}`
