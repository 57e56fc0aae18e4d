import { Link } from '@tanstack/react-router'
import { Example } from '~/features/examples/example.tsx'
import { EXAMPLES } from '~/features/landing/pictures.ts'

export const Examples = () => (
  <section id="examples" className="mx-auto max-w-[1200px] scroll-mt-16 px-4 py-16 sm:px-6">
    <h2 className="font-display text-3xl font-medium tracking-[-0.015em]">Made here</h2>
    <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <p className="max-w-[60ch] text-pretty text-pencil">
        Designs of our own, in pictures just as our studio delivers them.
      </p>
      <Link to="/examples" className="font-medium text-cyan underline-offset-4 hover:underline">
        Try them on yourself
      </Link>
    </div>
    <ul className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3">
      {EXAMPLES.map((example) => (
        <Example key={example.src} {...example} />
      ))}
    </ul>
  </section>
)
