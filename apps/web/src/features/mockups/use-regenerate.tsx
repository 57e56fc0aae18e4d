import { useCallback, useMemo, type ReactNode } from 'react'
import { GENERATION } from '@printroom/contract/messages'
import type { GenerationWire, MockupWire, OrderWire } from '@printroom/contract/wire'
import { startRun, useRuns } from '~/features/generate/orders.ts'
import { tellOutcome } from '~/features/generate/tell-outcome.ts'
import { useAskAgain } from '~/features/generate/use-ask-again.tsx'
import { orderAgain } from '~/features/mockups/order-again.ts'
import { refreshMockups } from '~/lib/refresh-mockups.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** A mockup in its own colour: in another one, what is ordered from it is a variation. */
export const busyKey = ({ id, colour }: Pick<MockupWire, 'id' | 'colour'>): string => `${id} ${colour}`
const wordOf = ({
  original_mockup_id: id,
  colour,
}: Pick<OrderWire, 'colour'> & { original_mockup_id?: string | null }): string => busyKey({ id: id ?? '', colour })
/** One word for the list: whoever waits for it is not drawn anew with every percent. */
const wordsOf = (active: GenerationWire[]): string =>
  active
    .filter((generation) => generation.original_mockup_id && !generation.is_color_change)
    .map(wordOf)
    .join(',')

type Regenerate = { busy: ReadonlySet<string>; regenerate: (mockup: MockupWire) => Promise<void>; question: ReactNode }

/** Which mockups (`busyKey`) are being made once more, by this tab or another, and the way to order one. */
export function useRegenerate(): Regenerate {
  const utils = trpc.useUtils()
  const runs = useRuns()
  const { ask, question } = useAskAgain()
  const { data: known = '' } = trpc.generation.active.useQuery(undefined, { enabled: false, select: wordsOf })
  const busy = useMemo(() => {
    const waiting = runs
      .filter(({ kind }) => kind === 'regenerate')
      .flatMap(({ variations }) => variations.filter(({ state }) => state === 'working'))
    return new Set([...known.split(','), ...waiting.map(({ order }) => wordOf(order))])
  }, [known, runs])

  const regenerate = useCallback(
    async (mockup: MockupWire): Promise<void> => {
      const order = orderAgain(mockup)
      if (!order) return void addErrorToast(GENERATION.regenerateFailed)
      if (!(await ask([order]))) return
      const variations = await startRun('regenerate', [order])
      await Promise.all([refreshMockups(utils), utils.generation.active.invalidate()])
      tellOutcome('regenerate', variations)
    },
    [utils, ask],
  )
  return { busy, regenerate, question }
}
