import { labelOf } from '@printroom/contract/catalogue'
import { MOCKUP } from '@printroom/contract/messages'
import type { FoldersWire, MockupWire } from '@printroom/contract/wire'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { withItems } from '~/lib/pages.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type List = ReturnType<ReturnType<typeof trpc.useUtils>['mockup']['folders']['getInfiniteData']>

/** The list without a mockup, counted down. */
function without({ id, folder_name: folder }: MockupWire, list: List): List {
  const countedDown = (page: FoldersWire): FoldersWire => {
    const size = page.folders[folder]
    return {
      ...page,
      total: page.total - 1,
      folders: size === undefined ? page.folders : { ...page.folders, [folder]: size - 1 },
    }
  }
  const rest = withItems(list, (items) => items.filter((item) => item.id !== id))
  return rest && { ...rest, pages: rest.pages.map(countedDown) }
}

export function DeleteMockupDialog({ mockup, onClose }: { mockup: MockupWire; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.mockup.remove.useMutation({
    onSuccess: () => {
      utils.mockup.folders.setInfiniteData({}, (list) => without(mockup, list))
      void utils.user.overview.invalidate()
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
      The picture of the {colourName(mockup.colour).label} {labelOf(mockup.product)} will be gone for good. Its design
      stays.
    </ConfirmDialog>
  )
}
