import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { PageSpinner } from '~/components/spinner.tsx'
import { routeTree } from '~/route-tree.gen.ts'

/** Query strings are plain text both ways, as links from outside write them: no JSON, no quotes. */
const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString()
  return text && `?${text}`
}

/**
 * Whether the router sets the scroll of the page it has rendered. Not of the first one where somebody has scrolled before
 * React came: thrown to the top, a finger on its way up would let go of another thing than it pressed.
 */
function createScrollRestoration(): () => boolean {
  let isFirst = true
  return () => {
    const isTheirs = isFirst && scrollY > 0
    isFirst = false
    return !isTheirs
  }
}

/** `history` is the browser's, or where there is none a list of one address. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // Prerendered it would be a script in the page, which the policy does not let run.
    scrollRestoration: history === undefined && createScrollRestoration(),
    defaultPendingComponent: PageSpinner,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** The visit to the wizard that this entry belongs to, the step it shows, and the step that the entry before shows. */
    visit?: string
    step?: number
    before?: number
  }
}
