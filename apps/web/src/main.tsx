import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { cn } from '~/lib/cn.ts'
import { restoreSession } from '~/lib/session.ts'
// Dialogs come later than the press that opens them; this must have seen it.
import '~/lib/focus-origin.ts'
import '~/lib/theme.ts'
import { showCarriedToast } from '~/lib/toast.ts'
import { createAppRouter } from '~/router.ts'
import '~/styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root to render into')

restoreSession()
showCarriedToast()

/** Resolves in a task of its own. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

// Pieces between which a touch is heard: together they hold up a slow phone. The page takes the place of the still one that
// its HTML brought.
await nextTask()
// The first class names joined make the tables for all others.
cn('')
await nextTask()
const router = createAppRouter()
await nextTask()
await router.load()
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)
