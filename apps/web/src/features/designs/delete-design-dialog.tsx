import { DESIGN } from '@printroom/contract/messages'
import type { DesignWire } from '@printroom/contract/wire'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export default function DeleteDesignDialog({ design, onClose }: { design: DesignWire; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.design.remove.useMutation({
    onSuccess: () => {
      utils.design.list.setData(undefined, (designs) => designs?.filter(({ id }) => id !== design.id))
      onClose()
    },
    onError: () => addErrorToast(DESIGN.deleteFailed),
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title="Delete Design"
      confirmLabel="Delete"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ id: design.id })}
    >
      <span className="font-medium break-words text-ink">{design.filename}</span> will be gone for good. Mockups made from it
      stay.
    </ConfirmDialog>
  )
}
