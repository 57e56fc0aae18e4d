import { useState } from 'react'
import type { GenerationWire } from '@printroom/contract/wire'
import { startRun, useRuns } from '~/features/generate/orders.ts'
import type { Run, Variation } from '~/features/generate/run.ts'
import type { MockupRequest } from '~/features/generate/request-of.ts'
import { isSameOrder } from '~/features/generate/same-order.ts'
import { useActiveGenerations } from '~/features/generate/use-active-generations.ts'
import { refreshMockups } from '~/lib/refresh-mockups.ts'
import { trpc } from '~/lib/trpc.ts'

type WizardRun = {
  /** What was ordered here, or by this tab with the same choices and is not over. */
  run: Run | null
  /** What is being made with these choices, whoever ordered it and where. */
  underWay: GenerationWire[]
  generate: (request: MockupRequest, count: number) => Promise<Variation[]>
}

/** What is made with the wizard's choices, also after the page was left, and the way to order it. */
export function useWizardRun(request: MockupRequest | null): WizardRun {
  const utils = trpc.useUtils()
  const runs = useRuns()
  const [ordered, setOrdered] = useState<string | null>(null)
  const isSame = ({ kind, isOver, variations }: Run) =>
    kind === 'wizard' && !isOver && JSON.stringify(variations[0]?.order) === JSON.stringify(request)
  const run = runs.find(({ id }) => id === ordered) ?? runs.findLast(isSame) ?? null
  const underWay = useActiveGenerations().filter((generation) => request && isSameOrder(generation, request))

  async function generate(wanted: MockupRequest, count: number): Promise<Variation[]> {
    const variations = await startRun(
      'wizard',
      Array.from({ length: count }, () => wanted),
      setOrdered,
    )
    await Promise.all([refreshMockups(utils), utils.generation.active.invalidate()])
    return variations
  }
  return { run, underWay, generate }
}
