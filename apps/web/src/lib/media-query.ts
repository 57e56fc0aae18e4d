import { useSyncExternalStore } from 'react'
import { HAS_WINDOW } from '~/lib/has-window.ts'
import { MOBILE_BREAKPOINT_PX } from '@printroom/contract/limits'

const mobile = HAS_WINDOW ? matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 1}px)`) : undefined

function subscribe(listener: () => void): () => void {
  mobile?.addEventListener('change', listener)
  return () => mobile?.removeEventListener('change', listener)
}

/** Below 768 pixels the sidebar is a sheet. */
export const isMobile = (): boolean => mobile?.matches ?? false

export const useIsMobile = (): boolean => useSyncExternalStore(subscribe, isMobile, () => false)
