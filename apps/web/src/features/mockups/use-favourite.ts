import { changeMockupLists, refreshFilteredLists } from '~/lib/mockup-lists.ts'
import { withItems } from '~/lib/pages.ts'
import { addErrorToast } from '~/lib/toast.ts'
import { trpc } from '~/lib/trpc.ts'

type Wanted = { id: string; is_favourite: boolean }

/** Every loaded list shows it before the server has answered. */
const show = ({ id, is_favourite }: Wanted): void =>
  changeMockupLists((list) =>
    withItems(list, (items) => items.map((item) => (item.id === id ? { ...item, is_favourite } : item))),
  )

/** Gives a mockup a star, or takes it away. Each press is answered by itself: the last one counts. */
export function useFavourite(): (wanted: Wanted) => void {
  const { mutate } = trpc.mockup.setFavourite.useMutation({
    onMutate: show,
    onSuccess: () => void refreshFilteredLists(),
    onError: (_error, { id, is_favourite: wanted }) => {
      show({ id, is_favourite: !wanted })
      addErrorToast('The star could not be changed. Please try again.')
    },
  })
  return mutate
}
