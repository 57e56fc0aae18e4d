import { useDeferredValue } from 'react'
import { Link } from '@tanstack/react-router'
import { labelOf } from '@printroom/contract/catalogue'
import type { MockupWire } from '@printroom/contract/wire'
import { Picture, PicturePlace } from '~/components/picture.tsx'
import { colourName } from '~/features/catalogue/colour-name.ts'
import { Swatch } from '~/features/catalogue/swatch.tsx'

const SLOTS = [0, 1, 2, 3]
/** Pictures that are seen before anybody scrolls. */
const IN_SIGHT = 4

export function RecentMockups(props: { mockups: MockupWire[] | undefined }) {
  const mockups = useDeferredValue(props.mockups)
  if (mockups?.length === 0) return null
  return (
    <section className="mt-10">
      <div className="mb-4 flex items-baseline justify-between">
        <h2 className="font-display text-xl font-medium">Recent Mockups</h2>
        <Link to="/mockups" className="rounded-sm text-sm font-medium text-cyan underline-offset-4 hover:underline">
          See all
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
        {!mockups &&
          SLOTS.map((slot) => (
            <li key={slot}>
              <PicturePlace isCard className="rounded-lg" />
            </li>
          ))}
        {mockups?.map(({ id, product, colour, thumbnail_url, file_url }, at) => (
          <li key={id}>
            <Link
              to="/mockups"
              search={{ mockup: id }}
              className="block rounded-lg transition-shadow duration-200 hover:shadow-lift"
            >
              <Picture
                src={thumbnail_url || file_url}
                alt={`${colourName(colour).label} ${labelOf(product)}`}
                isCard={thumbnail_url !== ''}
                isLazy={at >= IN_SIGHT}
                className="rounded-lg"
              />
              <p className="mt-2 flex flex-wrap items-center justify-between gap-x-2 px-0.5 text-[13px] md:max-lg:text-[12px]">
                <span className="shrink-0 font-medium">{labelOf(product)}</span>
                <span className="flex min-w-0 items-center gap-1.5 text-pencil">
                  <Swatch hex={colourName(colour).hex} />
                  <span className="truncate">{colourName(colour).label}</span>
                </span>
              </p>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
