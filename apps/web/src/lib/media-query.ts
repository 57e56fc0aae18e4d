import { useSyncExternalStore } from 'react'
import { HAS_WINDOW } from '~/lib/has-window.ts'
import { MOBILE_BREAKPOINT_PX } from '@printroom/contract/limits'

function watched(query: string) {
  const list = HAS_WINDOW ? matchMedia(query) : undefined
  const subscribe = (listener: () => void): (() => void) => {
    list?.addEventListener('change', listener)
    return () => list?.removeEventListener('change', listener)
  }
  const matches = (): boolean => list?.matches ?? false
  return { matches, use: (): boolean => useSyncExternalStore(subscribe, matches, () => false) }
}

/** Below 768 pixels the sidebar is a sheet. */
export const { matches: isMobile, use: useIsMobile } = watched(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`)

/** From `lg` on the wizard's preview stands beside its choices. */
export const { use: useHasRoomBeside } = watched('(min-width: 64rem)')
