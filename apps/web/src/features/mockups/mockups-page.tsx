import { Suspense, lazy, useDeferredValue, useState } from 'react'
import { Link, getRouteApi } from '@tanstack/react-router'
import { WandSparkles } from 'lucide-react'
import type { MockupWire } from '@printroom/contract/wire'
import { Button } from '~/components/button.tsx'
import { EmptyState } from '~/components/empty-state.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { DimmedMockups } from '~/features/mockups/dimmed-mockups.tsx'
import { InTheMaking } from '~/features/mockups/in-the-making.tsx'
import type { OpenDialog } from '~/features/mockups/mockup-dialogs.tsx'
import { MockupGroups } from '~/features/mockups/mockup-groups.tsx'
import { MockupSkeletons } from '~/features/mockups/mockup-skeletons.tsx'
import { SelectionBar } from '~/features/mockups/selection-bar.tsx'
import { useHighlight } from '~/features/mockups/use-highlight.ts'
import { useSelection } from '~/features/mockups/use-selection.ts'
import { trpc } from '~/lib/trpc.ts'

const MockupDialogs = lazy(() => import('~/features/mockups/mockup-dialogs.tsx'))

const route = getRouteApi('/_app/mockups')
const NONE: MockupWire[] = []

export function MockupsPage() {
  const { data: loaded, isError, refetch } = trpc.mockup.list.useQuery()
  // A long list is made bit by bit, and the page hears clicks and keys meanwhile.
  const data = useDeferredValue(loaded)
  const mockups = data ?? NONE
  const selection = useSelection(mockups)
  const highlighted = useHighlight(route.useSearch().mockup, data !== undefined)
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return (
    <>
      <PageHeader title="My Mockups" />
      {isError && <LoadError what="your mockups" onRetry={() => void refetch()} />}
      <InTheMaking />
      {!data && !isError && <MockupSkeletons />}
      {data?.length === 0 && <NoMockups />}
      {mockups.length > 0 && (
        <>
          <SelectionBar selection={selection} total={mockups.length} />
          <MockupGroups mockups={mockups} ticked={selection.ticked} highlighted={highlighted} onTick={selection.toggle} onOpen={setOpen} />
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
