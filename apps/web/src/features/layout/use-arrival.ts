import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'

/**
 * After a change of page the keyboard and the screen reader start at the new page's heading, not where the old page
 * had them. A field that asked for the focus itself (sign-in) keeps it, and the first page of a visit is left alone.
 */
export function useArrival(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const main = document.getElementById('main')
        if (!fromLocation || !pathChanged || main?.contains(document.activeElement)) return
        const heading = main?.querySelector('h1')
        heading?.setAttribute('tabindex', '-1')
        heading?.focus({ preventScroll: true })
      }),
    [router],
  )
}
