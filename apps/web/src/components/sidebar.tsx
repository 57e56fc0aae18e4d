import {
  Suspense,
  createContext,
  lazy,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react'
import { useHydrated } from '@tanstack/react-router'
import { PanelLeft } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { readCookie, writeCookie } from '~/lib/cookie.ts'
import { isMobile as isMobileNow, useIsMobile } from '~/lib/media-query.ts'
import { cn } from '~/lib/cn.ts'
import { useWasIdle } from '~/lib/when-idle.ts'

type SidebarState = { isCollapsed: boolean; isMobile: boolean; toggle: () => void; close: () => void }

// Only phones have it.
const Sheet = lazy(() => import('~/components/sheet.tsx'))

const COOKIE = 'sidebar_state'
const SidebarContext = createContext<SidebarState | null>(null)

export function useSidebar(): SidebarState {
  const state = useContext(SidebarContext)
  if (!state) throw new Error('useSidebar stands outside its provider')
  return state
}

type ProviderProps = { days: number; sidebar: ReactNode; title: string; children: ReactNode }

/** A sidebar of 16rem, of 3rem when collapsed to icons, and a sheet of 18rem on a phone. */
export function SidebarProvider({ days, sidebar, title, children }: ProviderProps) {
  const isMobile = useIsMobile()
  const [isOpen, setOpen] = useState(() => readCookie(COOKIE) !== 'false')
  const isHydrated = useHydrated()
  const [isSheetOpen, setSheetOpen] = useState(false)
  const wasIdle = useWasIdle()

  const toggle = useCallback(() => {
    if (isMobileNow()) return setSheetOpen((open) => !open)
    setOpen((open) => {
      writeCookie(COOKIE, String(!open), days)
      return !open
    })
  }, [days])
  const close = useCallback(() => setSheetOpen(false), [])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])

  // Prerendered it is open; until React has collapsed it, styles.css does.
  const isCollapsed = isHydrated && !isMobile && !isOpen
  useLayoutEffect(() => {
    if (isHydrated) document.documentElement.removeAttribute('data-sidebar')
  }, [isHydrated])
  const state = useMemo(() => ({ isCollapsed, isMobile, toggle, close }), [isCollapsed, isMobile, toggle, close])
  return (
    <SidebarContext.Provider value={state}>
      <div className="flex min-h-svh">
        {isMobile ? (
          <Suspense>
            {(wasIdle || isSheetOpen) && (
              <Sheet isOpen={isSheetOpen} onOpenChange={setSheetOpen} title={title} className="w-[18rem]">
                {sidebar}
              </Sheet>
            )}
          </Suspense>
        ) : (
          // Above the page, so that the page is one layer: what is drawn after a layer that stands still is a layer of its own,
          // and each part of the page that comes into sight was drawn twice. A window made narrow hides it at once: until React
          // has heard of that, the page would stand squeezed beside it.
          <aside
            data-state={isCollapsed ? 'collapsed' : 'expanded'}
            className={cn(
              'sticky top-0 z-10 flex h-svh shrink-0 flex-col overflow-hidden border-r bg-sheet transition-[width] duration-200 ease-out max-md:hidden',
              isCollapsed ? 'w-[3rem]' : 'w-[16rem]',
            )}
          >
            {sidebar}
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      </div>
    </SidebarContext.Provider>
  )
}

export function SidebarToggle() {
  const { toggle } = useSidebar()
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Toggle sidebar"
      aria-keyshortcuts="Control+B Meta+B"
      onClick={toggle}
    >
      <PanelLeft />
    </Button>
  )
}
