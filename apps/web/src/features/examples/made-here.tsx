import { labelOf } from '@printroom/contract/catalogue'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { MADE } from '~/features/examples/mockups.ts'

const PICTURES = import.meta.glob<string>('~/assets/examples/*.webp', { eager: true, import: 'default' })
const pictureOf = (file: string) => Object.entries(PICTURES).find(([path]) => path.endsWith(`/${file}.webp`))?.[1]

export const MadeHere = () => (
  <section className="mt-16" aria-label="Mockups made here">
    <h2 className="font-display text-3xl font-medium tracking-[-0.015em]">Made here</h2>
    <p className="mt-2 max-w-[56ch] text-pencil">The same designs as finished mockups, straight from our studio. Nothing in these pictures was retouched.</p>
    <ul className="mt-8 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3">
      {MADE.map(({ file, alt, product, colour, style, background }) => (
        <li key={file}>
          <img
            src={pictureOf(file)}
            alt={alt}
            width={640}
            height={640}
            loading="lazy"
            decoding="async"
            className="aspect-square w-full rounded-lg object-cover outline-1 -outline-offset-1 outline-picture-edge"
          />
          <p className="mt-2 text-[13px] text-pencil">
            {labelOf(product)}, {colourName(colour).label}, {labelOf(style)}, {labelOf(background)}
          </p>
        </li>
      ))}
    </ul>
  </section>
)
