import { PageHeader } from '~/components/page-header.tsx'
import { Skeleton } from '~/components/skeleton.tsx'
import { ActivityCard } from '~/features/account/activity-card.tsx'
import { ApiKeysCard } from '~/features/keys/api-keys-card.tsx'
import { DangerCard } from '~/features/account/danger-card.tsx'
import { DevicesCard } from '~/features/account/devices-card.tsx'
import { LeaveCard } from '~/features/account/leave-card.tsx'
import { NamingCard } from '~/features/account/naming-card.tsx'
import { PreferencesCard } from '~/features/account/preferences-card.tsx'
import { ProfileCard } from '~/features/account/profile-card.tsx'
import { QuickActionsCard } from '~/features/account/quick-actions-card.tsx'
import { StatementCard } from '~/features/account/statement-card.tsx'
import { SubscriptionCard } from '~/features/account/subscription-card.tsx'
import { useListsAreHere } from '~/features/account/use-lists-are-here.ts'
import { PaymentReturn } from '~/features/billing/payment-return.tsx'
import { WebhooksCard } from '~/features/webhooks/webhooks-card.tsx'
import { UsageCard } from '~/features/account/usage-card.tsx'

/** What somebody comes for stands first in each column: their plan and credits, and what they have made. */
export function AccountPage() {
  const areListsHere = useListsAreHere()
  return (
    <>
      <PageHeader title="Account Settings" />
      <PaymentReturn />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <SubscriptionCard />
          {areListsHere ? (
            <>
              <ProfileCard />
              <StatementCard />
              <ActivityCard />
              <ApiKeysCard />
              <WebhooksCard />
            </>
          ) : (
            <CardPlaces />
          )}
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {areListsHere ? (
            <>
              <UsageCard />
              <QuickActionsCard />
              <DevicesCard />
              <NamingCard />
              <PreferencesCard />
              <LeaveCard />
              <DangerCard />
            </>
          ) : (
            <CardPlaces />
          )}
        </div>
      </div>
    </>
  )
}

const CardPlaces = () => [0, 1, 2].map((place) => <Skeleton key={place} className="h-64 rounded-lg" />)
