import { useRef } from 'react'
import { PageHeader } from '~/components/page-header.tsx'
import { PlanBar } from '~/features/batches/plan-bar.tsx'
import { PlanCsv } from '~/features/batches/plan-csv.tsx'
import { PlanDesigns } from '~/features/batches/plan-designs.tsx'
import { PlanProducts } from '~/features/batches/plan-products.tsx'
import { PlanSummary } from '~/features/batches/plan-summary.tsx'
import { usePlan } from '~/features/batches/plan-store.ts'

/** Many designs on many products at once: chosen as a grid, told what it comes to, ordered with one press. */
export function NewBatchPage() {
  const { plan, key } = usePlan()
  const summary = useRef<HTMLDivElement>(null)
  return (
    <>
      <PageHeader title="New Batch" note="Every design on every product, color and scene you choose, ordered once." />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px] lg:gap-8">
        <div className="space-y-6">
          <PlanDesigns chosen={plan.designIds} />
          <PlanProducts plan={plan} />
          <PlanCsv csv={plan.csv} />
          <PlanBar plan={plan} onReview={() => summary.current?.scrollIntoView({ block: 'start' })} />
        </div>
        <div ref={summary} className="scroll-mt-20 lg:sticky lg:top-20">
          <PlanSummary plan={plan} orderKey={key} />
        </div>
      </div>
    </>
  )
}
