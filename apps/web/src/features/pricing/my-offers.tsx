import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { PLANS, TOP_UP, type Plan, type Purchase } from '@printroom/contract/plans'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { Offers } from '~/features/pricing/offers.tsx'
import { useCheckout } from '~/features/billing/use-checkout.ts'
import { ApiProvider } from '~/lib/api-provider.tsx'
import { trpc } from '~/lib/trpc.ts'

/** The offers for somebody who is signed in: their plan is marked, and every other leads to payment. */
export default function MyOffers({ chosen }: { chosen?: Purchase }) {
  return (
    <ApiProvider>
      <Choices chosen={chosen} />
    </ApiProvider>
  )
}

function Choices({ chosen }: { chosen?: Purchase }) {
  const { data: account } = trpc.user.get.useQuery()
  const { pending, open } = useCheckout()
  const current = PLANS.find(({ id }) => id === account?.subscription_plan)
  const isPastDue = account?.subscription_status === 'past_due'
  const isWaiting = pending !== null || !account

  const button = (purchase: Purchase, label: string, isMain: boolean) => (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      disabled={isWaiting}
      autoFocus={purchase === chosen}
      onClick={() => open(purchase)}
    >
      {pending === purchase && <Spinner />}
      {label}
    </Button>
  )
  const planAction = (plan: Plan) => {
    if (plan.id === current?.id)
      return (
        <Button asChild variant="secondary">
          <Link to="/account">Manage your plan</Link>
        </Button>
      )
    return button(plan.id, labelOf(plan, current, plan.id === chosen), chosen ? plan.id === chosen : plan.isMostPopular)
  }
  return (
    <>
      {isPastDue && (
        <Alert
          variant="warning"
          icon={<TriangleAlert />}
          title="Your last payment failed"
          className="mx-auto mt-6 max-w-[640px]"
          action={
            <Button asChild size="sm" variant="secondary">
              <Link to="/account">Go to account</Link>
            </Button>
          }
        >
          Update your card before you change the plan. Top-ups can be bought meanwhile.
        </Alert>
      )}
      {chosen && chosen !== current?.id && (
        <p
          role="status"
          className="mx-auto mt-6 w-fit rounded-full bg-cyan-wash px-4 py-1.5 text-center text-sm text-cyan-deep"
        >
          You chose {nameOf(chosen)}. Nothing is charged before you confirm it on the payment page.
        </p>
      )}
      <Offers
        current={current?.id}
        chosen={chosen}
        planAction={planAction}
        topUpAction={button(
          TOP_UP.id,
          chosen === TOP_UP.id ? 'Continue to payment' : 'Buy a top-up',
          chosen === TOP_UP.id,
        )}
      />
    </>
  )
}

const nameOf = (purchase: Purchase): string =>
  PLANS.find(({ id }) => id === purchase)?.name ?? `the top-up of ${TOP_UP.credits} credits`

function labelOf(plan: Plan, current: Plan | undefined, isChosen: boolean): string {
  if (current) return plan.priceCents > current.priceCents ? `Upgrade to ${plan.name}` : `Change to ${plan.name}`
  return isChosen ? 'Continue to payment' : `Choose ${plan.name}`
}
