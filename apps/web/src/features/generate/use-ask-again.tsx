import { Suspense, lazy, useCallback, useRef, useState, type ReactNode } from 'react'
import { CREDITS_PER_MOCKUP } from '@printroom/contract/limits'
import type { GenerationWire } from '@printroom/contract/wire'
import { type Order, isSameOrder } from '~/features/generate/same-order.ts'
import { countOf } from '~/lib/format.ts'
import { api } from '~/lib/trpc.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('~/components/confirm-dialog.tsx')).ConfirmDialog }))

type Question = { before: GenerationWire[]; count: number; answer: (isWanted: boolean) => void }

/** From a mockup, only what was ordered from it counts as the same: what is wanted is another picture than that one. */
const isRepeated = (known: GenerationWire, order: Order): boolean =>
  isSameOrder(known, order) &&
  (order.original_mockup_id === undefined || known.original_mockup_id === order.original_mockup_id)

/**
 * Asks before the same is ordered again that was ordered within the last minute, or is still being made: here, in another
 * tab or before a reload, which the server knows. `ask` says whether to go on; `question` is the dialog, to be put on the page.
 */
export function useAskAgain(): {
  ask: (orders: readonly Order[]) => Promise<boolean>
  isAsking: boolean
  question: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isAsking, setAsking] = useState(false)
  // A second press comes before the page is drawn anew.
  const isBusy = useRef(false)

  const ask = useCallback(async (orders: readonly Order[]): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setAsking(true)
    try {
      // Without an answer the order itself is tried: it fails for the same reason, and says so.
      const recent = await api.generation.recent.query().catch(() => [])
      const before = recent.filter((known) => orders.some((order) => isRepeated(known, order)))
      if (before.length === 0) return true
      return await new Promise<boolean>((answer) => setQuestion({ before, count: orders.length, answer }))
    } finally {
      isBusy.current = false
      setAsking(false)
      setQuestion(null)
    }
  }, [])

  const dialog = question && (
    <Suspense>
      <ConfirmDialog
        isOpen
        onOpenChange={() => question.answer(false)}
        title="Order the same again?"
        confirmLabel={`Order ${question.count} more`}
        cancelLabel="Not now"
        isDestructive={false}
        onConfirm={() => question.answer(true)}
      >
        {wordsOf(question)}
      </ConfirmDialog>
    </Suspense>
  )
  return { ask, isAsking, question: dialog }
}

function wordsOf({ before, count }: Question): string {
  const open = before.filter(({ status }) => status === 'queued' || status === 'rendering').length
  const made =
    open === 0
      ? 'It is done'
      : open === before.length
        ? 'It is still being made'
        : `${open} of them are still being made`
  const what =
    before.length === 1
      ? `You have just ordered this mockup. ${made}.`
      : `You have just ordered ${before.length} of these mockups. ${open === 0 ? 'They are done' : open === before.length ? 'They are still being made' : made}.`
  return `${what} ${count === 1 ? 'One more costs' : `${count} more cost`} ${countOf(count * CREDITS_PER_MOCKUP, 'credit')}.`
}
