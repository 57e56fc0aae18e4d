import { useEffect, useRef } from 'react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { PageHeader } from '~/components/page-header.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { PlanBar } from '~/features/batches/plan-bar.tsx'
import { PlanCsv } from '~/features/batches/plan-csv.tsx'
import { PlanDesigns } from '~/features/batches/plan-designs.tsx'
import { PlanPack } from '~/features/batches/plan-pack.tsx'
import { PlanProducts } from '~/features/batches/plan-products.tsx'
import { PlanSummary } from '~/features/batches/plan-summary.tsx'
import { changePlan, usePlan } from '~/features/batches/plan-store.ts'
import { withPack } from '~/features/batches/plan.ts'
import { useDesigns } from '~/features/designs/use-designs.ts'
import { usePacks } from '~/features/packs/use-packs.ts'

const route = getRouteApi('/_app/batches_/new')

/** Many designs on many products at once: chosen as a grid, told what it comes to, ordered with one press. */
export function NewBatchPage() {
  const { plan, key } = usePlan()
  useAskedPack()
  // What stands below a list comes with it: it would be pushed away from under a hand.
  const areListsHere = [useDesigns().isPending, usePacks().isPending].every((isPending) => !isPending)
  const summary = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageHeader title="New Batch" note="Every design on every product, color and scene you choose, ordered once." />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8">
        <div className="space-y-6">
          {areListsHere ? (
            <>
              <PlanDesigns chosen={plan.designIds} />
              <PlanPack plan={plan} />
              <PlanProducts plan={plan} />
              <PlanCsv csv={plan.csv} />
            </>
          ) : (
            [0, 1, 2].map((place) => <Skeleton key={place} className="h-64 rounded-lg" />)
          )}
          <PlanBar plan={plan} onReview={() => summary.current?.scrollIntoView({ block: 'start' })} />
        </div>
        <div ref={summary} className="scroll-mt-20 lg:sticky lg:top-20">
          {areListsHere ? <PlanSummary plan={plan} orderKey={key} /> : <Skeleton className="h-96 rounded-lg" />}
        </div>
      </div>
    </>
  )
}

/** The pack that the address names, chosen once. */
function useAskedPack(): void {
  const { pack: asked } = route.useSearch()
  const navigate = useNavigate()
  const { packs } = usePacks()
  useEffect(() => {
    if (!asked || !packs) return
    const pack = packs.find(({ id }) => id === asked)
    if (pack) changePlan((plan) => withPack(plan, pack))
    void navigate({ to: '/batches/new', replace: true })
  }, [asked, packs, navigate])
}
