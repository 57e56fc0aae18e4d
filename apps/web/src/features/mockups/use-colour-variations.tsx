import { useCallback, useState, type ReactNode } from 'react'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import { GENERATION } from '@printroom/contract/messages'
import type { GenerationWire, MockupWire } from '@printroom/contract/wire'
import { startRun, useRuns } from '~/features/generate/orders.ts'
import type { Run } from '~/features/generate/run.ts'
import { tellOutcome } from '~/features/generate/tell-outcome.ts'
import { useActiveGenerations } from '~/features/generate/use-active-generations.ts'
import { useAskAgain } from '~/features/generate/use-ask-again.tsx'
import { orderAgain } from '~/features/mockups/order-again.ts'
import { refreshMockups } from '~/lib/refresh-mockups.ts'
import { addInsufficientToast } from '~/lib/insufficient-toast.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export type Method = 'recolour' | 'fresh'

type ColourVariations = {
  chosen: string[]
  toggle: (colour: string) => void
  generate: (method: Method, credits: number) => Promise<void>
  isPending: boolean
  /** Other colours of this mockup that are being made, whoever ordered them and where. */
  underWay: GenerationWire[]
  question: ReactNode
}

/** The chosen colours of one mockup, ordered all at once; those that failed stay chosen. */
export function useColourVariations(mockup: MockupWire, onDone: () => void): ColourVariations {
  const utils = trpc.useUtils()
  const [chosen, setChosen] = useState<string[]>([])
  const { ask, isAsking, question } = useAskAgain()
  const isOfThis = ({ kind, isOver, isResumed, variations }: Run) =>
    kind === 'colours' && !isOver && !isResumed && variations[0]?.order.original_mockup_id === mockup.id
  const isPending = useRuns().some(isOfThis) || isAsking
  const underWay = useActiveGenerations().filter(
    (generation) => generation.original_mockup_id === mockup.id && generation.colour !== mockup.colour,
  )

  const toggle = useCallback((value: string) => {
    setChosen((now) => (now.includes(value) ? now.filter((each) => each !== value) : [...now, value]))
  }, [])

  async function generate(method: Method, credits: number): Promise<void> {
    const needed = chosen.length * CREDITS_PER_MOCKUP
    if (needed > credits) return void addInsufficientToast(GENERATION.insufficientColours(needed, credits))
    const orders = chosen.flatMap((colour) => orderAgain(mockup, { colour, isRecolour: method === 'recolour' }) ?? [])
    if (orders.length < chosen.length) return void addErrorToast(GENERATION.coloursFailed)
    if (!(await ask(orders))) return
    const variations = await startRun('colours', orders)
    await Promise.all([refreshMockups(utils), utils.generation.active.invalidate()])
    tellOutcome('colours', variations)
    const failed = variations.filter(({ state }) => state === 'failed').map(({ order }) => order.colour)
    setChosen(failed)
    if (failed.length === 0) onDone()
  }
  return { chosen, toggle, generate, isPending, underWay, question }
}
