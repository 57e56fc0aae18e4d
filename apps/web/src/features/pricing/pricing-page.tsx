import { Link } from '@tanstack/react-router'
import { PLANS, TOP_UP } from '@printroom/contract/plans'
import { Button } from '~/components/button.tsx'
import { Card } from '~/components/card.tsx'
import { SiteFooter } from '~/features/layout/site-footer.tsx'
import { SiteHeader } from '~/features/layout/site-header.tsx'
import { Faq } from '~/features/pricing/faq.tsx'
import { PlanCard } from '~/features/pricing/plan-card.tsx'
import { formatCents } from '~/lib/format.ts'
import { useSession } from '~/lib/session.ts'

export function PricingPage() {
  const isSignedIn = useSession().status === 'present'
  return (
    <>
      <SiteHeader>
        {isSignedIn ? (
          <Button asChild size="sm">
            <Link to="/dashboard">Dashboard</Link>
          </Button>
        ) : (
          <>
            <Button asChild variant="ghost" size="sm">
              <Link to="/login">Login</Link>
            </Button>
            <Button asChild size="sm">
              <Link to="/register">Sign Up</Link>
            </Button>
          </>
        )}
      </SiteHeader>
      <main id="main" tabIndex={-1} className="mx-auto outline-none max-w-[1080px] px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
        <h1 className="text-center font-display text-4xl font-medium tracking-[-0.015em] sm:text-5xl">One credit, one mockup</h1>
        <p className="mx-auto mt-3 max-w-[52ch] text-center text-pencil">
          Every product, color and background in every plan. A picture that fails costs nothing.
        </p>
        {isSignedIn && (
          <p role="status" className="mx-auto mt-6 w-fit rounded-full bg-shade px-4 py-1.5 text-center text-sm">
            Payments are not open on this installation yet.
          </p>
        )}
        <div className="mt-10 grid items-stretch gap-4 md:grid-cols-3">
          {PLANS.map((plan) => (
            <PlanCard key={plan.id} plan={plan} canChoose={!isSignedIn} />
          ))}
        </div>
        <Card className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div>
            <h2 className="font-display text-xl font-medium">
              {TOP_UP.credits} credits for {formatCents(TOP_UP.priceCents)}
            </h2>
            <p className="mt-1 text-sm text-pencil">A one-off top-up, with or without a plan. It never expires.</p>
          </div>
          {!isSignedIn && (
            <Button asChild variant="secondary">
              <Link to="/login">Buy a top-up</Link>
            </Button>
          )}
        </Card>
        <Faq />
      </main>
      <SiteFooter />
    </>
  )
}
