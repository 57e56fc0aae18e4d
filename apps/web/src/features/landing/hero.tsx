import { Link } from '@tanstack/react-router'
import { Button } from '~/components/button.tsx'
import { HERO } from '~/features/landing/pictures.ts'

export const Hero = () => (
  <section className="mx-auto grid max-w-[1200px] items-center gap-10 px-4 pt-8 pb-16 sm:px-6 sm:pt-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-14 lg:pb-24">
    <div>
      <h1 className="font-display text-[42px] leading-[1.04] font-medium tracking-[-0.025em] sm:text-6xl">
        Your design, photographed on the product
      </h1>
      <p className="mt-5 max-w-[48ch] text-lg text-pencil">
        Upload one PNG. Get photorealistic mockups of t-shirts, hoodies, sweatshirts, mugs and tote bags for your listings,
        usually in less than a minute.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild size="lg">
          <Link to="/register">Get Started Free</Link>
        </Button>
        <Button asChild size="lg" variant="secondary">
          <Link to="/examples">View Examples</Link>
        </Button>
      </div>
    </div>
    <div className="grid grid-cols-[1.55fr_1fr] grid-rows-2 gap-3 sm:gap-4">
      {HERO.map(({ src, alt }, at) => (
        <img
          key={src}
          src={src}
          alt={alt}
          width={at === 0 ? 1024 : 640}
          height={at === 0 ? 1024 : 640}
          fetchPriority={at === 0 ? 'high' : 'auto'}
          className="size-full rounded-xl object-cover shadow-lift outline-1 -outline-offset-1 outline-picture-edge first:row-span-2"
        />
      ))}
    </div>
  </section>
)
