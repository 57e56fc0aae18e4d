import type { InfiniteData } from '@tanstack/react-query'
import { labelOf } from '@printroom/contract/catalogue'
import { MOCKUP } from '@printroom/contract/messages'
import type { FoldersWire, MockupWire } from '@printroom/contract/wire'
import { ConfirmDialog } from '~/components/confirm-dialog.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { groupKeyOf } from '~/features/mockups/group-mockups.ts'
import { changeMockupLists } from '~/lib/mockup-lists.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

/** A list without a mockup, counted down. */
function without<List extends InfiniteData<FoldersWire, unknown>>(mockup: MockupWire, list: List): List {
  const isIn = list.pages.some(({ items }) => items.some(({ id }) => id === mockup.id))
  if (!isIn) return list
  const countedDown = (page: FoldersWire): FoldersWire => {
    const key = groupKeyOf(mockup, page.by)
    const size = page.folders[key]
    return {
      ...page,
      items: page.items.filter(({ id }) => id !== mockup.id),
      total: page.total - 1,
      folders: size === undefined ? page.folders : { ...page.folders, [key]: size - 1 },
    }
  }
  return { ...list, pages: list.pages.map(countedDown) }
}

export function DeleteMockupDialog({ mockup, onClose }: { mockup: MockupWire; onClose: () => void }) {
  const utils = trpc.useUtils()
  const remove = trpc.mockup.remove.useMutation({
    onSuccess: () => {
      changeMockupLists((list) => without(mockup, list))
      void utils.mockup.facets.invalidate()
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
