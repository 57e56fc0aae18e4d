import { useCallback, useState } from 'react'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import type { MockupWire } from '@printroom/contract/wire'
import { requestAgain } from '~/features/mockups/request-again.ts'
import { errorBody } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export type Method = 'recolour' | 'fresh'

/** The chosen colours of one mockup, ordered all at once; those that failed stay chosen. */
export function useColourVariations(mockup: MockupWire, onDone: () => void) {
  const utils = trpc.useUtils()
  const [chosen, setChosen] = useState<string[]>([])
  const [isPending, setPending] = useState(false)

  const toggle = useCallback((value: string) => {
    setChosen((now) => (now.includes(value) ? now.filter((each) => each !== value) : [...now, value]))
  }, [])

  async function generate(method: Method, credits: number): Promise<void> {
    const needed = chosen.length * CREDITS_PER_MOCKUP
    if (needed > credits) return void addErrorToast(GENERATION.insufficientColours(needed, credits), GENERATION.insufficientTitle)
    setPending(true)
    const orders = await Promise.allSettled(
      chosen.map((colour) => requestAgain(mockup, { colour, isRecolour: method === 'recolour' })),
    )
    await Promise.all([utils.mockup.list.invalidate(), utils.user.get.invalidate(), utils.generation.active.invalidate()])
    const failures = orders.filter((order) => order.status === 'rejected')
    setPending(false)
    setChosen((now) => now.filter((_, at) => orders[at]?.status === 'rejected'))
    if (failures.length === 0) return onDone()
    const body = errorBody(failures[0]?.reason)
    addErrorToast(body?.code === 'not_available' ? body.error : GENERATION.coloursFailed)
  }
  return { chosen, toggle, generate, isPending }
}
