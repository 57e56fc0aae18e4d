import { useCallback, useMemo, useState } from 'react'
import type { MockupWire } from '@printroom/contract/wire'

/** Which mockups are ticked; one that is deleted leaves the selection by itself. */
export function useSelection(mockups: readonly MockupWire[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => mockups.filter(({ id }) => ticked.has(id)).map(({ id }) => id), [mockups, ticked])

  const toggle = useCallback((id: string) => {
    setTicked((ids) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const toggleAll = useCallback(
    () =>
      setTicked((ids) => (mockups.every(({ id }) => ids.has(id)) ? new Set() : new Set(mockups.map(({ id }) => id)))),
    [mockups],
  )
  return { selected, ticked, toggle, toggleAll }
}
