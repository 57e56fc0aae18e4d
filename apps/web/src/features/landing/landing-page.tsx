import { Link } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { Examples } from '~/features/landing/examples.tsx'
import { HowItWorks } from '~/features/landing/how-it-works.tsx'
import { Hero } from '~/features/landing/hero.tsx'
import { Sellers } from '~/features/landing/sellers.tsx'
import { Doors } from '~/features/layout/doors.tsx'
import { SiteFooter } from '~/features/layout/site-footer.tsx'
import { SiteHeader } from '~/features/layout/site-header.tsx'

export const LandingPage = () => (
  <>
    <SiteHeader>
      <Doors />
    </SiteHeader>
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero />
      <HowItWorks />
      <Examples />
      <Sellers />
      <section className="border-t">
        <div className="mx-auto max-w-[1200px] px-4 py-20 text-center sm:px-6">
          <h2 className="font-display text-3xl font-medium tracking-[-0.015em] sm:text-4xl">
            Your next listing is one PNG away
          </h2>
          <p className="mt-3 text-pencil">The first mockups are free. No card, no password.</p>
          <Button asChild size="lg" className="mt-8">
            <Link to="/register">Start Creating Mockups</Link>
          </Button>
        </div>
      </section>
    </main>
    <SiteFooter />
  </>
)
