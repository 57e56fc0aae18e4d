import { useCallback, useMemo } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { type Filters, readFilters } from '~/features/mockups/filters.ts'

const route = getRouteApi('/_app/mockups')

/** The filters of the address. A change is a page of its own in the history; what is typed is not. */
export function useFilters() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filters = useMemo(() => readFilters(search), [search])
  const go = useCallback(
    (change: Partial<Filters>, replace: boolean) =>
      void navigate({ search: (before) => readFilters({ ...before, ...change }), replace, resetScroll: false }),
    [navigate],
  )
  return {
    filters,
    change: useCallback((changed: Partial<Filters>) => go(changed, false), [go]),
    search: useCallback((q: string) => go({ q }, true), [go]),
    clear: useCallback(() => void navigate({ search: ({ by }) => (by ? { by } : {}), resetScroll: false }), [navigate]),
  }
}
