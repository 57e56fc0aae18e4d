import { useEffect } from 'react'
import { ShoppingBag, X } from 'lucide-react'
import { PLANS, TOP_UP, type Purchase } from '@printroom/contract/plans'
import { Alert } from '~/components/alert.tsx'
import { Button } from '~/components/button.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { AlertPlace } from '~/features/dashboard/alert-place.tsx'
import { useCheckout } from '~/features/billing/use-checkout.ts'
import { forgetChoice, useChoice } from '~/lib/chosen-plan.ts'
import { formatCents, formatNumber } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'

/** What a visitor chose before there was an account, until it is bought or put away. */
export function PlanOffer() {
  const chosen = useChoice()
  const { data: account, isError } = trpc.user.get.useQuery()
  const { pending, open } = useCheckout()
  const isHad = account?.subscription_plan === chosen
  useEffect(() => {
    if (chosen && isHad) forgetChoice()
  }, [chosen, isHad])
  if (chosen && !account && !isError) return <AlertPlace />
  if (!chosen || !account || isHad) return null
  const { name, terms } = wordsOf(chosen)
  return (
    <Alert
      icon={<ShoppingBag />}
      title={`You chose ${name}`}
      className="mb-4"
      action={
        <div className="flex items-center gap-1">
          <Button size="sm" disabled={pending !== null} onClick={() => open(chosen)}>
            {pending && <Spinner />} Continue to payment
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label="Not now" onClick={forgetChoice}>
            <X />
          </Button>
        </div>
      }
    >
      {terms} Nothing is charged before you confirm it on the payment page.
    </Alert>
  )
}

function wordsOf(chosen: Purchase): { name: string; terms: string } {
  const plan = PLANS.find(({ id }) => id === chosen)
  if (plan)
    return {
      name: `the ${plan.name} plan`,
      terms: `${formatNumber(plan.credits)} credits a month for ${formatCents(plan.priceCents)}.`,
    }
  return { name: 'a top-up', terms: `${TOP_UP.credits} credits for ${formatCents(TOP_UP.priceCents)}.` }
}
