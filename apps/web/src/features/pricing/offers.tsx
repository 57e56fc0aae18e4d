import type { ReactNode } from 'react'
import { PLANS, TOP_UP, type Plan, type PlanId, type Purchase } from '@printroom/contract/plans'
import { Card } from '~/components/card.tsx'
import { PlanCard } from '~/features/pricing/plan-card.tsx'
import { formatCents, useLocale } from '~/lib/format.ts'

type OffersProps = {
  /** The plan the person has. */
  current?: PlanId | null
  /** What they came for. */
  chosen?: Purchase
  planAction: (plan: Plan) => ReactNode
  topUpAction: ReactNode
}

/** The three plans and the top-up; what can be done with each is the caller's. */
export const Offers = ({ current, chosen, planAction, topUpAction }: OffersProps) => (
  <>
    <div className="mt-10 grid items-stretch gap-4 md:grid-cols-3">
      {PLANS.map((plan) => (
        <PlanCard key={plan.id} plan={plan} isCurrent={plan.id === current} isChosen={plan.id === chosen}>
          {planAction(plan)}
        </PlanCard>
      ))}
    </div>
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <div>
        <h2 className="font-display text-xl font-medium">
          {TOP_UP.credits} credits for {formatCents(TOP_UP.priceCents, useLocale())}
        </h2>
        <p className="mt-1 text-sm text-pencil">A one-off top-up, with or without a plan. It never expires.</p>
      </div>
      {topUpAction}
    </Card>
  </>
)
