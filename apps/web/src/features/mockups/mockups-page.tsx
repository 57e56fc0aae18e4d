import { Suspense, lazy, useState } from 'react'
import { Link, getRouteApi } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import type { MockupWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { LoadMore } from '~/components/load-more.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { DimmedMockups } from '~/features/examples/dimmed-mockups.tsx'
import { InTheMaking } from '~/features/mockups/in-the-making.tsx'
import type { OpenDialog } from '~/features/mockups/mockup-dialogs.tsx'
import { MockupGroups } from '~/features/mockups/mockup-groups.tsx'
import { MockupSkeletons, MockupSlots } from '~/features/mockups/mockup-skeletons.tsx'
import { SelectionBar } from '~/features/mockups/selection-bar.tsx'
import { useHighlight } from '~/features/mockups/use-highlight.ts'
import { useMockups } from '~/features/mockups/use-mockups.ts'
import { useSelection } from '~/features/mockups/use-selection.ts'
import { useWanted } from '~/features/mockups/use-wanted.ts'

const MockupDialogs = lazy(() => import('~/features/mockups/mockup-dialogs.tsx'))

const route = getRouteApi('/_app/mockups')
const NONE: MockupWire[] = []

export function MockupsPage() {
  const { list, isError, refetch, more } = useMockups()
  const mockups = list?.mockups ?? NONE
  const selection = useSelection(mockups)
  const { mockup: wanted } = route.useSearch()
  useWanted(wanted, list?.mockups, more)
  const highlighted = useHighlight(
    wanted,
    mockups.some(({ id }) => id === wanted),
  )
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return (
    <>
      <PageHeader title="My Mockups" />
      {isError && <LoadError what="your mockups" onRetry={() => void refetch()} />}
      <InTheMaking />
      {!list && !isError && <MockupSkeletons />}
      {list && mockups.length === 0 && <NoMockups />}
      {list && mockups.length > 0 && (
        <>
          <SelectionBar mockups={mockups} selection={selection} loaded={mockups.length} total={list.total} />
          <MockupGroups
            mockups={mockups}
            sizes={list.sizes}
            ticked={selection.ticked}
            highlighted={highlighted}
            onTick={selection.toggle}
            onOpen={setOpen}
          />
          <LoadMore what="your mockups" more={more}>
            <MockupSlots />
          </LoadMore>
        </>
      )}
      <Suspense>{open && <MockupDialogs open={open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}

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
