import { useEffect, useState } from 'react'
import { MOCKUP_HIGHLIGHT_MS } from '@printroom/contract/limits'

/** Brings the card of a mockup into view and marks it for three seconds. */
export function useHighlight(id: string | undefined, isLoaded: boolean): string | null {
  const [highlighted, setHighlighted] = useState<string | null>(null)
  useEffect(() => {
    const card = id && isLoaded ? document.getElementById(cardId(id)) : null
    if (!id || !card) return
    setHighlighted(id)
    card.scrollIntoView({ block: 'center', behavior: 'smooth' })
    const ending = setTimeout(() => setHighlighted(null), MOCKUP_HIGHLIGHT_MS)
    return () => clearTimeout(ending)
  }, [id, isLoaded])
  return highlighted
}

export const cardId = (id: string): string => `mockup-${id}`
