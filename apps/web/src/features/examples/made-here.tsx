import { labelOf } from '@printroom/contract/catalogue'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { Example } from '~/features/examples/example.tsx'
import { MADE } from '~/features/examples/mockups.ts'

export const MadeHere = () => (
  <section className="mt-16" aria-label="Mockups made here">
    <h2 className="font-display text-3xl font-medium tracking-[-0.015em]">Made here</h2>
    <p className="mt-2 max-w-[56ch] text-pencil">
      The same designs as finished mockups, just as our studio delivers them.
    </p>
    <ul className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3">
      {MADE.map(({ name, src, alt, product, colour, style, background }) => (
        <Example
          key={name}
          src={src}
          alt={alt}
          caption={`${labelOf(product)}, ${colourName(colour).label}, ${labelOf(style)}, ${labelOf(background)}`}
        />
      ))}
    </ul>
  </section>
)
