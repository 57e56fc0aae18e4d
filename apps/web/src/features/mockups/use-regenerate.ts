import { useCallback, useState } from 'react'
import { GENERATION } from '@printroom/contract/messages'
import type { MockupWire } from '@printroom/contract/wire'
import { requestAgain } from '~/features/mockups/request-again.ts'
import { errorBody } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** The mockups being made once more, by id, and the way to order one. */
export function useRegenerate() {
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const regenerate = useCallback(
    async (mockup: MockupWire) => {
      setBusy((ids) => new Set(ids).add(mockup.id))
      try {
        await requestAgain(mockup)
        await Promise.all([utils.mockup.list.invalidate(), utils.user.get.invalidate(), utils.generation.active.invalidate()])
      } catch (error) {
        tellFailure(error)
      } finally {
        setBusy((ids) => new Set([...ids].filter((id) => id !== mockup.id)))
      }
    },
    [utils],
  )
  return { busy, regenerate }
}

function tellFailure(error: unknown): void {
  const body = errorBody(error)
  if (body?.code === 'insufficient_credits') {
    addErrorToast(GENERATION.insufficient(body.needed ?? 1, body.available ?? 0), GENERATION.insufficientTitle)
  } else if (body?.code === 'not_available') addErrorToast(body.error)
  else addErrorToast(GENERATION.regenerateFailed)
}
