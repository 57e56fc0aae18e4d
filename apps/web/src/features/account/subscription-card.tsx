import { lazy, Suspense, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { LOW_CREDITS_BELOW } from '@printroom/contract/limits'
import { labelOf } from '@printroom/contract/catalogue'
import { PLANS } from '@printroom/contract/plans'
import { Badge } from '~/components/badge.tsx'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { Progress } from '~/components/progress.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { Spinner } from '~/components/spinner.tsx'
import { statusColour } from '~/features/account/status-colour.ts'
import { SubscriptionNotice } from '~/features/account/subscription-notice.tsx'
import { usePortal } from '~/features/billing/use-portal.ts'
import { cn } from '~/lib/cn.ts'
import { formatDate, formatNumber } from '~/lib/format.ts'
import { trpc, type Outputs } from '~/lib/trpc.ts'

const CancelDialog = lazy(() => import('~/features/billing/cancel-dialog.tsx'))

export function SubscriptionCard() {
  const { data: user, isError, refetch } = trpc.user.get.useQuery()
  const portal = usePortal()
  const [isCancelling, setCancelling] = useState(false)
  if (isError) return <LoadError what="your subscription" onRetry={() => void refetch()} />
  if (!user) return <Skeleton className="h-[280px] rounded-lg sm:h-[233px]" />
  const plan = PLANS.find(({ id }) => id === user.subscription_plan)
  const status = user.subscription_status
  const isEnding = user.subscription_ends_at !== null
  return (
    <Card>
      <div className="flex items-start justify-between gap-4">
        <CardTitle>Subscription & Credits</CardTitle>
        {/* Stripe calls a plan active until its last day; to the seller it is canceled. */}
        {status && isEnding ? (
          <Badge variant="red">Canceled</Badge>
        ) : (
          status && <Badge variant={statusColour(status)}>{labelOf(status.replaceAll('_', '-'))}</Badge>
        )}
      </div>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <p
            className={cn(
              'font-display text-5xl leading-none font-medium tabular-nums',
              user.credits < LOW_CREDITS_BELOW && 'text-alarm',
            )}
          >
            {formatNumber(user.credits)}
          </p>
          <p className="mt-2 text-sm text-pencil">
            {user.credits === 1 ? 'credit left' : 'credits left'}, one a mockup
          </p>
        </div>
        <div className="text-sm sm:text-right">
          <p className={cn('font-medium', isEnding && 'text-pencil')}>{plan ? `${plan.name} plan` : 'No plan'}</p>
          <p className="text-pencil">{whatComes(user)}</p>
        </div>
      </div>
      {plan && (
        <>
          <Progress
            value={Math.min(100, Math.round((user.plan_credits / plan.credits) * 100))}
            label={`${user.plan_credits} of ${plan.credits} plan credits`}
            className="mt-5"
          />
          <p className="mt-2 text-[13px] text-pencil tabular-nums">
            {formatNumber(user.plan_credits)} of {formatNumber(plan.credits)} from the plan,{' '}
            {formatNumber(user.topup_credits)} that never expire
          </p>
        </>
      )}
      <SubscriptionNotice account={user} portal={portal} />
      <div className="mt-6 flex flex-wrap gap-2">
        <Button asChild variant={plan ? 'secondary' : 'primary'}>
          <Link to="/pricing">{plan ? 'Change plan or top up' : 'Buy Credits'}</Link>
        </Button>
        {user.has_stripe_customer && (
          <Button variant="secondary" disabled={portal.isOpening} onClick={portal.open}>
            {portal.isOpening && <Spinner />} Manage Billing
          </Button>
        )}
        {plan && status === 'active' && !isEnding && (
          <Button variant="ghost" className="text-alarm" onClick={() => setCancelling(true)}>
            Cancel Subscription
          </Button>
        )}
      </div>
      {isCancelling && (
        <Suspense>
          <CancelDialog until={user.subscription_renews_at} onClose={() => setCancelling(false)} />
        </Suspense>
      )}
    </Card>
  )
}

/** What happens next to the plan, and when. */
function whatComes({
  subscription_plan,
  subscription_status,
  subscription_ends_at,
  subscription_renews_at,
}: Outputs['user']['get']): string {
  if (subscription_plan === 'none') return 'Top-up credits never expire'
  if (subscription_ends_at) return `Ends ${formatDate(subscription_ends_at)}`
  if (subscription_status === 'past_due') return 'Payment due'
  return subscription_renews_at ? `Renews ${formatDate(subscription_renews_at)}` : 'Monthly'
}
