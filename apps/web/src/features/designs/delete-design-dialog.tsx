import { DESIGN } from '@printroom/contract/messages'
import type { DesignWire } from '@printroom/contract/wire'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { withItems } from '~/lib/pages.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

export default function DeleteDesignDialog({ design, onClose }: { design: DesignWire; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.design.remove.useMutation({
    onSuccess: () => {
      utils.design.list.setInfiniteData({}, (designs) =>
        withItems(designs, (items) => items.filter(({ id }) => id !== design.id)),
      )
      void Promise.all([utils.design.get.invalidate({ id: design.id }), utils.user.overview.invalidate()])
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
      <span className="font-medium break-words text-ink">{design.filename}</span> will be gone for good. Mockups made
      from it stay.
    </ConfirmDialog>
  )
}
