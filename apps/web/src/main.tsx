import { StrictMode } from 'react'
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

/** Each step is a task of its own: together they would hold up a slow phone for longer than a touch can wait. */
const STEPS = [
  // The first class names joined make the tables for all others.
  () => void cn(''),
  () =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={createAppRouter()} />
      </StrictMode>,
    ),
]
for (const step of STEPS) setTimeout(step)
