import { useId, useState } from 'react'
import { CANCEL_REASON_MAX_CHARS } from '@printroom/contract/limits'
import { BILLING } from '@printroom/contract/messages'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { Label, Textarea } from '~/components/input.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { formatDate } from '~/lib/format.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Says what is kept and until when before it cancels. */
export default function CancelDialog({ until, onClose }: { until: string | null; onClose: () => void }) {
  const field = useId()
  const utils = trpc.useUtils()
  const [reason, setReason] = useState('')
  const cancel = trpc.billing.cancel.useMutation({
    onSuccess: async () => {
      await utils.user.get.invalidate()
      addToast({
        title: 'Subscription canceled',
        description: until ? `Your plan stays until ${formatDate(until)}.` : undefined,
      })
      onClose()
    },
    onError: (error) => addErrorToast(errorSentence(error, BILLING.cancelFailed)),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Cancel Subscription"
      cancelLabel="Keep Subscription"
      confirmLabel="Yes, Cancel Subscription"
      isPending={cancel.isPending}
      onConfirm={() => cancel.mutate({ reason: reason.trim() || null })}
    >
      <p>
        Your plan and its credits stay{' '}
        {until ? `until ${formatDate(until)}` : 'until the end of the period you paid for'}. Top-up credits, designs and
        mockups stay for good.
      </p>
      <Label htmlFor={field} className="mt-4 text-ink">
        Why are you leaving? (optional)
      </Label>
      <Textarea
        id={field}
        value={reason}
        maxLength={CANCEL_REASON_MAX_CHARS}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
