import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'

export type Place = { visit: string; step: number | undefined; before: number | undefined; isNew: boolean }

/** Where in the browser's history the wizard stands: each step is an entry of its own. */
export function usePlace(): Place {
  const place = useLocation({
    select: ({ pathname, searchStr, state: { wizard, step, before, __TSR_key } }) =>
      pathname === '/generate' ? { visit: wizard ?? String(__TSR_key), step, before, isNew: searchStr !== '' } : null,
    structuralSharing: true,
  })
  // Whoever is on the way to another page is already told its address here.
  const [last, setLast] = useState(place)
  if (place && place !== last) setLast(place)
  return place ?? last ?? { visit: '', step: undefined, before: undefined, isNew: false }
}
