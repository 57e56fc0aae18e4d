import { useState } from 'react'
import type { EndpointWire, EndpointWithSecretWire } from '@printroom/contract/webhooks'
import { Button } from '~/components/button.tsx'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { errorSentence } from '~/lib/api-error.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type Props = {
  endpoint: EndpointWire
  onSecret: (made: EndpointWithSecretWire) => void
  onClose: () => void
}

/** What is done to an endpoint besides changing its address: on and off, a new secret, away with it. */
export function EndpointControls({ endpoint, onSecret, onClose }: Props) {
  const utils = trpc.useUtils()
  const [isRemoving, setRemoving] = useState(false)
  const onSettled = () => utils.webhook.list.invalidate()
  const onError = (error: unknown) => addErrorToast(errorSentence(error, 'This could not be done. Please try again.'))
  const update = trpc.webhook.update.useMutation({ onSettled, onError })
  const rotate = trpc.webhook.rotateSecret.useMutation({ onSettled, onError, onSuccess: onSecret })
  const remove = trpc.webhook.remove.useMutation({ onSettled, onError, onSuccess: onClose })
  const { id, is_enabled } = endpoint
  return (
    <div className="mt-5 flex flex-wrap gap-2 border-t pt-4">
      <Button
        variant="secondary"
        size="sm"
        disabled={update.isPending}
        onClick={() => update.mutate({ id, is_enabled: !is_enabled })}
      >
        {is_enabled ? 'Switch off' : 'Switch on'}
      </Button>
      <Button variant="secondary" size="sm" disabled={rotate.isPending} onClick={() => rotate.mutate({ id })}>
        New secret
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setRemoving(true)}>
        Remove
      </Button>
      {isRemoving && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setRemoving(false)}
          title="Remove endpoint"
          confirmLabel="Remove"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id })}
        >
          Nothing more is sent to {endpoint.url}, and its messages are forgotten. This cannot be undone.
        </ConfirmDialog>
      )}
    </div>
  )
}
