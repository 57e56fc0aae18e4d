import { X } from 'lucide-react'
import { labelOf } from '@printroom/contract/catalogue'
import { GENERATION } from '@printroom/contract/messages'
import type { GenerationWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { errorSentence } from '~/lib/api-error.ts'
import { focusHeading } from '~/lib/focus-origin.ts'
import { addErrorToast, addToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** Gives up an order that nobody has begun. Once a worker has it there is nothing to press. */
export function CancelButton({ generation, className }: { generation: GenerationWire; className?: string }) {
  const utils = trpc.useUtils()
  const cancel = trpc.generation.cancel.useMutation({
    onSuccess: async () => {
      addToast({ title: GENERATION.cancelledTitle, description: GENERATION.cancelled })
      focusHeading()
      await Promise.all([utils.generation.active.invalidate(), utils.user.get.invalidate()])
    },
    onError: (error) => addErrorToast(errorSentence(error, GENERATION.cancelFailed)),
  })
  if (generation.status !== 'queued') return null
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Cancel ${colourName(generation.colour).label} ${labelOf(generation.product)}`}
      disabled={cancel.isPending}
      onClick={() => cancel.mutate({ id: generation.id })}
      className={className}
    >
      <X /> Cancel
    </Button>
  )
}
