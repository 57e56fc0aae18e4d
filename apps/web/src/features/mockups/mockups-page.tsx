import { Suspense, lazy, useState } from 'react'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Link2, WandSparkles, X } from 'lucide-react'
import type { MockupWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { DimmedMockups } from '~/features/examples/dimmed-mockups.tsx'
import { FilterBar } from '~/features/mockups/filter-bar.tsx'
import { setFilters } from '~/features/mockups/filters.ts'
import { InTheMaking } from '~/features/mockups/in-the-making.tsx'
import type { OpenDialog } from '~/features/mockups/mockup-dialogs.tsx'
import { MockupGroups } from '~/features/mockups/mockup-groups.tsx'
import { MockupSkeletons, MockupSlots } from '~/features/mockups/mockup-skeletons.tsx'
import { SelectionBar } from '~/features/mockups/selection-bar.tsx'
import { useFilters } from '~/features/mockups/use-filters.ts'
import { useHighlight } from '~/features/mockups/use-highlight.ts'
import { useMockups } from '~/features/mockups/use-mockups.ts'
import { useSelection } from '~/features/mockups/use-selection.ts'
import { useWanted } from '~/features/mockups/use-wanted.ts'
import type { Sharing } from '~/features/shares/share-dialog.tsx'
import { cn } from '~/lib/cn.ts'
import { countOf } from '~/lib/format.ts'

const ShareDialog = lazy(() => import('~/features/shares/share-dialog.tsx'))
const SharesDialog = lazy(() => import('~/features/shares/shares-dialog.tsx'))
const MockupDialogs = lazy(() => import('~/features/mockups/mockup-dialogs.tsx'))

const route = getRouteApi('/_app/mockups')
const NONE: MockupWire[] = []

export function MockupsPage() {
  const { filters, change, search, clear } = useFilters()
  const isFiltered = setFilters(filters).length > 0
  const { list, isError, isChanging, refetch, more } = useMockups(filters)
  const mockups = list?.mockups ?? NONE
  const selection = useSelection(mockups)
  const { mockup: wanted } = route.useSearch()
  useWanted(wanted, list?.mockups, more)
  const highlighted = useHighlight(
    wanted,
    mockups.some(({ id }) => id === wanted),
  )
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const [sharing, setSharing] = useState<Sharing | 'links' | null>(null)
  const isEmpty = list !== undefined && mockups.length === 0 && !isChanging
  const found = list && !isChanging ? countOf(list.total, 'mockup') : ''
  return (
    <>
      <PageHeader title="My Mockups">
        {mockups.length > 0 && (
          <Button variant="secondary" size="sm" onClick={() => setSharing('links')}>
            <Link2 /> Shared Links
          </Button>
        )}
      </PageHeader>
      {(!isEmpty || isFiltered) && (
        <FilterBar filters={filters} found={found} onChange={change} onSearch={search} onClear={clear} />
      )}
      {isError && <LoadError what="your mockups" onRetry={() => void refetch()} />}
      <InTheMaking />
      {!list && !isError && <MockupSkeletons />}
      {isEmpty && (isFiltered ? <NothingFound onClear={clear} /> : <NoMockups />)}
      {list && mockups.length > 0 && (
        <div aria-busy={isChanging} className={cn('transition-opacity duration-150', isChanging && 'opacity-60')}>
          <SelectionBar
            mockups={mockups}
            selection={selection}
            loaded={mockups.length}
            total={list.total}
            onShare={setSharing}
          />
          <MockupGroups
            list={list}
            ticked={selection.ticked}
            highlighted={highlighted}
            onTick={selection.toggle}
            onOpen={setOpen}
            onShare={setSharing}
          />
          <LoadMore what="your mockups" more={more}>
            <MockupSlots />
          </LoadMore>
        </div>
      )}
      <Suspense>
        {sharing === 'links' && <SharesDialog onClose={() => setSharing(null)} />}
        {sharing && sharing !== 'links' && <ShareDialog sharing={sharing} onClose={() => setSharing(null)} />}
      </Suspense>
      <Suspense>{open && <MockupDialogs open={open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No mockups match"
    action={
      <Button variant="secondary" onClick={onClear}>
        <X /> Clear filters
      </Button>
    }
  >
    Every word of the search and every filter has to fit. Try fewer of them.
  </EmptyState>
)

const NoMockups = () => (
  <EmptyState
    picture={<DimmedMockups />}
    title="No mockups yet"
    action={
      <Button asChild>
        <Link to="/generate">
          <WandSparkles /> Create Your First Mockup
        </Link>
      </Button>
    }
  >
    Pick a design and a product; the picture is here in less than a minute.
  </EmptyState>
)
