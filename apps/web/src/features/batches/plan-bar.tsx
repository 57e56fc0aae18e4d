import { ArrowDown } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { requestOfPlan, type Plan } from '~/features/batches/plan.ts'
import { useEstimate } from '~/features/batches/use-estimate.ts'
import { countOf } from '~/lib/format.ts'

type PlanBarProps = { plan: Plan; onReview: () => void }

/** On a phone the summary is far below the choices: what they come to stays in sight, and the way to the order in reach. */
export function PlanBar({ plan, onReview }: PlanBarProps) {
  const request = requestOfPlan(plan)
  const { estimate } = useEstimate(request)
  if (!request || !estimate) return null
  return (
    <div
      data-foot
      className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-3 border-t bg-sheet px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:hidden"
    >
      <p className="text-sm tabular-nums">
        <span className="font-medium">{countOf(estimate.pictures, 'mockup')}</span>
        <span className="text-pencil">, {countOf(estimate.credits, 'credit')}</span>
      </p>
      <Button variant="secondary" size="sm" onClick={onReview}>
        Review <ArrowDown />
      </Button>
    </div>
  )
}
