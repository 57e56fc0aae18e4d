import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { cn } from '~/lib/cn.ts'
import { endEarlyPresses } from '~/lib/early-presses.ts'
import { restoreSession } from '~/lib/session.ts'
// Dialogs come later than the press that opens them; this must have seen it.
import '~/lib/focus-origin.ts'
import '~/lib/theme.ts'
import { showCarriedToast } from '~/lib/toast.ts'
import { createAppRouter } from '~/router.ts'
import '~/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render into')

/** Whether the page in the HTML is this person's, in the state that they come for: `public/first.js` has found out. */
const isPrerendered = document.documentElement.dataset.prerendered === 'whole'

restoreSession()
showCarriedToast()

/** Resolves in a task of its own. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

// Pieces between which a touch is heard: together they hold up a slow phone.
await nextTask()
// The first class names joined make the tables for all others.
cn('')
await nextTask()
const router = createAppRouter()
// The router draws its boundaries as the server did.
if (isPrerendered) router.ssr = { manifest: undefined }
await nextTask()
await router.load()
const page = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
)
endEarlyPresses()
startTransition(() => {
  if (!isPrerendered) return createRoot(root).render(page)
  hydrateRoot(root, page)
})
