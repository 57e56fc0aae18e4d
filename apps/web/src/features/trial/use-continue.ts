import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { UPLOAD } from '@printroom/contract/messages'
import type { Trial } from '~/features/trial/trial.ts'
import { getSession } from '~/lib/session.ts'

type Way =
  | { state: 'idle' }
  /** `percent` from 0 to 100. */
  | { state: 'sending'; percent: number }
  | { state: 'failed'; problem: string; canRetry: boolean }

/** One press from a design that waits to the wizard's last step with it: it is uploaded on the way. */
export function useContinue({ id }: Trial): { way: Way; go: () => Promise<void> } {
  const navigate = useNavigate()
  const [way, setWay] = useState<Way>({ state: 'idle' })
  async function go(): Promise<void> {
    setWay({ state: 'sending', percent: 0 })
    try {
      const { sendTrial } = await import('~/features/trial/send-trial.ts')
      const sent = await sendTrial(id, (percent) => setWay({ state: 'sending', percent }))
      if ('visit' in sent) return await navigate({ to: '/generate', state: sent.visit })
      // The server knew of no session: the design is offered again when there is one.
      if (getSession().status === 'anonymous') return await navigate({ to: '/login' })
      setWay({ state: 'failed', ...sent })
    } catch {
      setWay({ state: 'failed', problem: UPLOAD.failed, canRetry: true })
    }
  }
  return { way, go }
}
