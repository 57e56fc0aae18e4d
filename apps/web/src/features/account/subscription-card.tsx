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
import { statusColour } from '~/features/account/status-colour.ts'
import { formatDate, formatNumber } from '~/lib/format.ts'
import { trpc } from '~/lib/trpc.ts'
import { cn } from '~/lib/cn.ts'

export function SubscriptionCard() {
  const { data: user, isError, refetch } = trpc.user.get.useQuery()
  if (isError) return <LoadError what="your subscription" onRetry={() => void refetch()} />
  if (!user) return <Skeleton className="h-52 rounded-lg" />
  const plan = PLANS.find(({ id }) => id === user.subscription_plan)
  const status = user.subscription_status
  return (
    <Card>
      <div className="flex items-start justify-between gap-4">
        <CardTitle>Subscription & Credits</CardTitle>
        {status && <Badge variant={statusColour(status)}>{labelOf(status.replaceAll('_', '-'))}</Badge>}
      </div>
      <div className="mt-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <p className={cn('font-display text-5xl leading-none font-medium tabular-nums', user.credits < LOW_CREDITS_BELOW && 'text-alarm')}>
            {formatNumber(user.credits)}
          </p>
          <p className="mt-2 text-sm text-pencil">{user.credits === 1 ? 'credit left' : 'credits left'}, one a mockup</p>
        </div>
        <div className="text-sm sm:text-right">
          <p className="font-medium">{plan ? `${plan.name} plan` : 'No plan'}</p>
          <p className="text-pencil">
            {user.subscription_renews_at ? `Renews ${formatDate(user.subscription_renews_at)}` : 'Top-up credits never expire'}
          </p>
        </div>
      </div>
      {plan && (
        <Progress
          value={Math.min(100, Math.round((user.credits / plan.credits) * 100))}
          label={`${user.credits} of ${plan.credits} credits`}
          className="mt-5"
        />
      )}
      <Button asChild variant={plan ? 'secondary' : 'primary'} className="mt-6">
        <Link to="/pricing">{plan ? 'See plans and top-ups' : 'Buy Credits'}</Link>
      </Button>
    </Card>
  )
}
