import { useEffect, useEffectEvent, useState } from 'react'
import { AUTH } from '@printroom/contract/messages'
import { hasPendingGoogle, loadGoogle, markHandled, type GoogleCredential } from '~/features/auth/google-provider.ts'
import { beginSession } from '~/lib/session.ts'
import { addErrorToast, carryToast } from '~/lib/toast.ts'
import { api } from '~/lib/trpc.ts'

/** Asked once, when a sign-in page opens, so that a click finds the answer there and its popup is not blocked. */
const askConfig = (): ReturnType<typeof api.auth.google.query> => api.auth.google.query()

/** Sign-in with Google: by popup, and on load for whoever comes back by a redirect or was not handled yet. */
export function useGoogle(way: 'login' | 'register'): { isPending: boolean; signIn: () => void } {
  const [isPending, setPending] = useState(false)
  const [config, setConfig] = useState<ReturnType<typeof askConfig> | null>(null)

  async function enter(
    find: (google: Awaited<ReturnType<typeof loadGoogle>>) => Promise<GoogleCredential | null>,
    asked = config,
  ): Promise<void> {
    setPending(true)
    try {
      const credential = await find(await loadGoogle(await (asked ?? askConfig())))
      if (credential) await finish(credential, way)
    } catch {
      addErrorToast(way === 'login' ? AUTH.googleLoginFailed : AUTH.googleRegisterFailed)
    } finally {
      setPending(false)
    }
  }

  const open = useEffectEvent(() => {
    const asked = askConfig()
    asked.catch(() => setConfig(null)) // a click asks again, and says what failed
    setConfig(asked)
    if (hasPendingGoogle()) void enter((google) => google.pending(), asked)
  })
  useEffect(() => open(), [])

  return { isPending, signIn: () => void enter((google) => google.signIn()) }
}

async function finish(credential: GoogleCredential, way: 'login' | 'register'): Promise<void> {
  const { user } = await api.auth.googleLogin.mutate(credential)
  beginSession(user)
  markHandled()
  carryToast({ title: way === 'login' ? AUTH.googleSigningIn : AUTH.googleCreating })
  location.assign('/dashboard')
}
