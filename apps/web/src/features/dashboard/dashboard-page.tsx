import { lazy, Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { Images, Shapes, TrendingUp, Upload, WandSparkles } from 'lucide-react'
import { Button } from '~/components/button.tsx'
import { Card, CardTitle } from '~/components/card.tsx'
import { LoadError } from '~/components/load-error.tsx'
import { PageHeader } from '~/components/page-header.tsx'
import { AlertPlace } from '~/features/dashboard/alert-place.tsx'
import { GettingStarted } from '~/features/dashboard/getting-started.tsx'
import { PlanOffer } from '~/features/dashboard/plan-offer.tsx'
import { RecentMockups } from '~/features/dashboard/recent-mockups.tsx'
import { StatCard } from '~/features/dashboard/stat-card.tsx'
import { useTrial } from '~/features/trial/trial.ts'
import { trpc } from '~/lib/trpc.ts'

const WaitingDesign = lazy(() => import('~/features/trial/waiting-design.tsx'))

export function DashboardPage() {
  const trial = useTrial()
  const { data: overview, isError, refetch } = trpc.user.overview.useQuery()
  // What comes first is what is missing: without a design there is nothing to generate from.
  const lacksDesign = overview?.designs === 0
  const isNew = overview?.designs === 0 && overview.mockups === 0
  return (
    <>
      <PageHeader title="Dashboard" note="Welcome back! Here's an overview of your mockup creation activity." />
      <Suspense fallback={trial && <AlertPlace />}>{trial && <WaitingDesign key={trial.id} trial={trial} />}</Suspense>
      <PlanOffer />
      {isError && <LoadError what="your overview" onRetry={() => void refetch()} />}
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard title="Total Designs" value={overview?.designs} note="Uploaded design files" icon={<Shapes />} />
        <StatCard title="Generated Mockups" value={overview?.mockups} note="AI-generated mockups" icon={<Images />} />
        <StatCard
          title="Recent Activity"
          value={overview?.mockups_this_week}
          note="Mockups this week"
          icon={<TrendingUp />}
        />
      </div>
      <Card className="mt-4 flex flex-wrap items-center justify-between gap-4">
        <CardTitle>Quick Actions</CardTitle>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col">
          <Button asChild variant={lacksDesign ? 'primary' : 'secondary'}>
            <Link to="/designs">
              <Upload /> Upload New Design
            </Link>
          </Button>
          <Button asChild variant={lacksDesign ? 'secondary' : 'primary'}>
            <Link to="/generate">
              <WandSparkles /> Generate Mockup
            </Link>
          </Button>
        </div>
      </Card>
      {isNew && <GettingStarted />}
      <RecentMockups mockups={overview?.recent_mockups} />
    </>
  )
}
