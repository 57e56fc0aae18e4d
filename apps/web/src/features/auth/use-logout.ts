import { useNavigate } from '@tanstack/react-router'
import { endSession } from '~/lib/session.ts'
import { trpc } from '~/lib/trpc.ts'

/** Ends the session here even when the server cannot be reached. */
export function useLogout(): { signOut: () => void; isPending: boolean } {
  const navigate = useNavigate()
  const { mutate, isPending } = trpc.auth.logout.useMutation({
    onSettled: () => {
      endSession()
      void navigate({ to: '/login' })
    },
  })
  return { signOut: () => mutate(), isPending }
}
