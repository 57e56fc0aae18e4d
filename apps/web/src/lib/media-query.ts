import { useSyncExternalStore } from 'react'
import { MOBILE_BREAKPOINT_PX } from '@printroom/contract/limits'

const mobile = matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`)

function subscribe(listener: () => void): () => void {
  mobile.addEventListener('change', listener)
  return () => mobile.removeEventListener('change', listener)
}

/** Below 768 pixels the sidebar is a sheet. */
export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, () => mobile.matches)
