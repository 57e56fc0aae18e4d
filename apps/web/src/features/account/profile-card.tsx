import type { ReactNode } from 'react'
import { PLANS } from '@printroom/contract/plans'
import { Badge } from '~/components/badge.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { formatDate } from '~/lib/format.ts'
import { useSession } from '~/lib/session.ts'
import { trpc } from '~/lib/trpc.ts'

export function ProfileCard() {
  const { user } = useSession()
  const { data: account } = trpc.user.get.useQuery()
  if (!user) return null
  const plan = PLANS.find(({ id }) => id === account?.subscription_plan)
  return (
    <Card>
      <CardTitle>Profile Information</CardTitle>
      <dl className="mt-4 divide-y text-sm">
        <Row name="Email">{user.email}</Row>
        <Row name="Member since">{formatDate(user.created_at)}</Row>
        <Row name="User ID">
          <code className="text-[13px] break-all">{user.id}</code>
        </Row>
        <Row name="Account type">
          <Badge variant={plan && !account?.subscription_ends_at ? 'accent' : 'secondary'}>
            {plan ? plan.name : 'Free'}
          </Badge>
        </Row>
      </dl>
    </Card>
  )
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid gap-x-4 py-2.5 sm:grid-cols-[140px_minmax(0,1fr)]">
    <dt className="text-pencil">{name}</dt>
    <dd className="min-w-0 font-medium break-words">{children}</dd>
  </div>
)
