import { labelOf } from '@printroom/contract/catalogue'
import { MOCKUP } from '@printroom/contract/messages'
import type { MockupWire } from '@printroom/contract/wire'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export function DeleteMockupDialog({ mockup, onClose }: { mockup: MockupWire; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.mockup.remove.useMutation({
    onSuccess: () => {
      utils.mockup.list.setData(undefined, (mockups) => mockups?.filter(({ id }) => id !== mockup.id))
      onClose()
    },
    onError: () => addErrorToast(MOCKUP.deleteFailed),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Delete Mockup"
      confirmLabel="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: mockup.id })}
    >
      The picture of the {colourName(mockup.colour).label} {labelOf(mockup.product)} will be gone for good. Its design stays.
    </ConfirmDialog>
  )
}
