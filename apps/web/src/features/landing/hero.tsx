import { Link } from '@tanstack/react-router'
import { ALL_PRODUCTS_IN_WORDS } from '@printroom/contract/catalogue'
import { Button } from '~/components/button.tsx'
import { HERO } from '~/features/landing/pictures.ts'
import { cn } from '~/lib/cn.ts'

const PICTURE = 'size-full rounded-xl object-cover shadow-lift outline-1 -outline-offset-1 outline-picture-edge'

export const Hero = () => (
  <section className="mx-auto grid max-w-[1200px] items-center gap-10 px-4 pt-8 pb-16 sm:px-6 sm:pt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-14 lg:pb-24">
    <div>
      <h1 className="font-display text-[42px] leading-[1.04] font-medium tracking-[-0.025em] sm:text-6xl">
        Your design, photographed on the product
      </h1>
      <p className="mt-5 max-w-[48ch] text-lg text-pretty text-pencil">
        Upload one PNG. Get photorealistic mockups of {ALL_PRODUCTS_IN_WORDS} for your listings, usually in less than a
        minute.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link to="/register">Get Started Free</Link>
        </Button>
        <Button asChild size="lg" variant="secondary">
          <Link to="/examples">View Examples</Link>
        </Button>
      </div>
      <p className="mt-5 text-pencil">
        Or{' '}
        <Link to="/try" className="font-medium text-cyan underline-offset-4 hover:underline">
          try your own design
        </Link>{' '}
        first, without an account.
      </p>
    </div>
    <div className="relative grid grid-cols-[1.62fr_1fr] grid-rows-2 gap-3 sm:gap-4">
      <img
        src={HERO.large.src}
        srcSet={`${HERO.large.small} 640w, ${HERO.large.src} 1024w`}
        sizes="(min-width: 1024px) 400px, 60vw"
        alt={HERO.large.alt}
        width={1024}
        height={1024}
        fetchPriority="high"
        className={cn(PICTURE, 'row-span-2')}
      />
      {HERO.others.map(({ src, alt }) => (
        <img key={src} src={src} alt={alt} width={640} height={640} className={cn(PICTURE, 'aspect-square')} />
      ))}
      <figure className="absolute -bottom-10 -left-2 w-20 rounded-lg border bg-sheet p-1.5 shadow-lift sm:-bottom-6 sm:w-32 lg:-left-6">
        <span className="light-table block rounded-md p-2">
          <img
            src={HERO.design}
            alt="The design: a round hiking badge on nothing"
            width={192}
            height={192}
            className="w-full"
          />
        </span>
        <figcaption className="px-0.5 pt-1.5 pb-0.5 text-[11px] text-pencil sm:text-[12px]">One PNG</figcaption>
      </figure>
    </div>
  </section>
)
