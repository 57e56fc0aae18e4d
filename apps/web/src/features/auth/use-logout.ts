import { useNavigate } from '@tanstack/react-router'
import { hasPendingGoogle, forgetHandled, loadGoogle } from '~/features/auth/google-provider.ts'
import { endSession } from '~/lib/session.ts'
import { api, trpc } from '~/lib/trpc.ts'

/** Ends the session here even when the server cannot be reached. */
export function useLogout(): { signOut: () => void; isPending: boolean } {
  const navigate = useNavigate()
  const { mutate, isPending } = trpc.auth.logout.useMutation({
    onSettled: async () => {
      await leaveGoogle()
      // Not waited for, and no script of the pages that have this button: the login page has it.
      import('~/features/trial/trial.ts').then(
        ({ forgetTrial }) => forgetTrial(),
        () => undefined,
      )
      endSession()
      void navigate({ to: '/login' })
    },
  })
  return { signOut: () => mutate(), isPending }
}

/** Signs out of Google where this browser is signed in; what fails there keeps nobody here. */
export async function leaveGoogle(): Promise<void> {
  forgetHandled()
  if (!hasPendingGoogle()) return
  try {
    const google = await loadGoogle(await api.auth.google.query())
    await google.signOut()
  } catch {
    // Ours is over either way.
  }
}
