import { refreshFilteredLists } from '~/lib/mockup-lists.ts'
import { withFirst } from '~/lib/pages.ts'
import { api, type trpc } from '~/lib/trpc.ts'

type Utils = ReturnType<typeof trpc.useUtils>

/**
 * Brings what has come since into view: the newest page of My Mockups before what is loaded of it (not all of that again,
 * which may be thousands), the counts and the credits.
 */
export async function refreshMockups({ mockup, user }: Utils): Promise<void> {
  await Promise.all([
    refreshFolders(mockup.folders),
    refreshFilteredLists(),
    mockup.facets.invalidate(),
    user.overview.invalidate(),
    user.get.invalidate(),
  ])
}

async function refreshFolders(folders: Utils['mockup']['folders']): Promise<void> {
  if (!folders.getInfiniteData({})) return
  const fresh = await api.mockup.folders.query({}).catch(() => null)
  if (!fresh) return void folders.invalidate()
  await folders.cancel()
  folders.setInfiniteData({}, (list) => {
    const [first, ...others] = withFirst(list, fresh.items)?.pages ?? []
    // The first page says how many there are; where it ends, the list goes on as it did.
    return (
      list &&
      first && {
        ...list,
        pages: [{ ...first, total: fresh.total, folders: { ...first.folders, ...fresh.folders } }, ...others],
      }
    )
  })
}
