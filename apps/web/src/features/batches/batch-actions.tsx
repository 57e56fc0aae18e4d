import { Suspense, lazy, useState } from 'react'
import { Download, FileSpreadsheet, RotateCw } from 'lucide-react'
import type { BatchWire } from '@printroom/contract/batches'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { errorCode, errorSentence } from '~/lib/api-error.ts'
import { countOf, formatNumber } from '~/lib/format.ts'
import { addInsufficientToast } from '~/lib/insufficient-toast.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('~/components/confirm-dialog.tsx')).ConfirmDialog }))

/** What can be done with a batch as it stands. */
export function BatchActions({ batch }: { batch: BatchWire }) {
  const { id, counts } = batch
  const [isAsking, setAsking] = useState(false)
  const { onSuccess } = useChanged(id)
  const retry = trpc.batch.retry.useMutation({
    onSuccess,
    onError: (fault) => {
      const sentence = errorSentence(fault, 'The mockups could not be ordered again. Nothing was charged.')
      if (errorCode(fault) === 'insufficient_credits') addInsufficientToast(sentence)
      else addErrorToast(sentence)
    },
  })
  const cancel = trpc.batch.cancel.useMutation({
    onSuccess: (now) => {
      onSuccess(now)
      const given = now.counts.cancelled - counts.cancelled
      addToast({
        title: 'Batch canceled',
        description: `${countOf(Math.max(0, given), 'mockup')} will not be made; the credits are back.`,
      })
    },
    onError: (fault) => void addErrorToast(errorSentence(fault, 'The batch could not be canceled. Try again.')),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      {counts.failed > 0 && (
        <Button variant="secondary" disabled={retry.isPending} onClick={() => retry.mutate({ id })}>
          {retry.isPending ? <Spinner /> : <RotateCw />} Retry {formatNumber(counts.failed)} failed
        </Button>
      )}
      {counts.waiting > 0 && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Cancel the rest
        </Button>
      )}
      <Button asChild variant="secondary">
        <a href={`/api/batches/${id}/csv`} download>
          <FileSpreadsheet /> CSV
        </a>
      </Button>
      {counts.done > 0 && (
        <Button asChild>
          <a href={`/api/batches/${id}/zip`} download>
            <Download /> Download {formatNumber(counts.done)}
          </a>
        </Button>
      )}
      <Suspense>
        {isAsking && (
          <ConfirmDialog
            isOpen
            onOpenChange={setAsking}
            title="Cancel what is not begun?"
            confirmLabel={`Cancel ${countOf(counts.waiting, 'mockup')}`}
            cancelLabel="Keep them"
            isPending={cancel.isPending}
            onConfirm={() => cancel.mutate({ id })}
          >
            Their credits come back. What is done or being made stays yours.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

/** What an answer says of the batch is shown at once, and what depends on it is asked for again. */
function useChanged(id: string) {
  const utils = trpc.useUtils()
  return {
    onSuccess: (now: BatchWire): void => {
      utils.batch.get.setData({ id }, now)
      void utils.batch.pictures.invalidate({ id })
      void utils.batch.listings.invalidate({ id })
      void utils.user.get.invalidate()
    },
  }
}
