import { lazy, Suspense } from 'react'
import { Link, getRouteApi } from '@tanstack/react-router'
import { TOP_UP, type Purchase } from '@printroom/contract/plans'
import { Button } from '~/components/button.tsx'
import { Doors } from '~/features/layout/doors.tsx'
import { SiteFooter } from '~/features/layout/site-footer.tsx'
import { SiteHeader } from '~/features/layout/site-header.tsx'
import { Faq } from '~/features/pricing/faq.tsx'
import { Offers } from '~/features/pricing/offers.tsx'
import { rememberChoice } from '~/lib/chosen-plan.ts'
import { useSession } from '~/lib/session.ts'

// A visitor needs nothing of the server's client.
const MyOffers = lazy(() => import('~/features/pricing/my-offers.tsx'))
const route = getRouteApi('/pricing')

export function PricingPage() {
  const { plan } = route.useSearch()
  const isSignedIn = useSession().status === 'present'
  return (
    <>
      <SiteHeader>
        <Doors signUp="Sign Up" />
      </SiteHeader>
      <main id="main" tabIndex={-1} className="mx-auto outline-none max-w-[1080px] px-4 pt-10 pb-20 sm:px-6 sm:pt-16">
        <h1 className="text-center font-display text-4xl font-medium tracking-[-0.015em] sm:text-5xl">
          One credit, one mockup
        </h1>
        <p className="mx-auto mt-3 max-w-[52ch] text-center text-pencil">
          Every product, color and background in every plan. A picture that fails costs nothing.
        </p>
        {isSignedIn ? (
          <Suspense fallback={<WaitingOffers />}>
            <MyOffers chosen={plan} />
          </Suspense>
        ) : (
          <VisitorOffers />
        )}
        <Faq />
      </main>
      <SiteFooter />
    </>
  )
}

/** Whoever is not signed in goes to the login page, and comes back to what they chose. */
function VisitorOffers() {
  const choose = (purchase: Purchase, label: string, isMain: boolean) => (
    <>
      <span data-for="visitor" className="contents">
        <Button asChild variant={isMain ? 'primary' : 'secondary'}>
          <Link to="/login" data-acts onClick={() => rememberChoice(purchase)}>
            {label}
          </Link>
        </Button>
      </span>
      {/* Whose own offers are on their way: a press on the visitor's link would go with it. */}
      <span data-for="member" className="contents">
        {waiting(label)}
      </span>
    </>
  )
  return (
    <Offers
      planAction={({ id, name, isMostPopular }) => choose(id, `Choose ${name}`, isMostPopular)}
      topUpAction={choose(TOP_UP.id, 'Buy a top-up', false)}
    />
  )
}

const waiting = (label: string) => (
  <Button variant="secondary" disabled>
    {label}
  </Button>
)

const WaitingOffers = () => (
  <Offers planAction={({ name }) => waiting(`Choose ${name}`)} topUpAction={waiting('Buy a top-up')} />
)
