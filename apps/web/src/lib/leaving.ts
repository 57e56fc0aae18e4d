import { HAS_WINDOW } from '~/lib/has-window.ts'

/** Whoever was asked whether to leave, and stayed, is here for good after this time. */
const STAYED_MS = 2_000

let isLeaving = false

// What is on its way is cut off when a page is left, which is not the failure that it looks like.
if (HAS_WINDOW) {
  for (const sign of ['beforeunload', 'pagehide'])
    addEventListener(sign, () => {
      isLeaving = true
      setTimeout(() => (isLeaving = false), STAYED_MS)
    })
}

/** Whether the page is being left, so that nothing more is to be said or done on it. */
export const isPageLeft = (): boolean => isLeaving
