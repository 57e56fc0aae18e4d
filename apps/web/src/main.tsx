import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
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
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
)
