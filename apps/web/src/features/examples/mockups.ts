import { EXAMPLES } from '@printroom/products/examples.data'

/** Mockups of our own designs as the studio made them at 2048 × 2048, only made smaller. `bench/make-examples.ts` makes them again. */
const PICTURES = import.meta.glob<string>('~products/*/examples/*.webp', { eager: true, import: 'default' })
const BY_NAME = new Map(
  Object.entries(PICTURES).map(([path, address]) => [path.replace(/^.*\/|\.webp$/g, ''), address]),
)

type Landing = { step?: number; gallery?: number; caption?: string }
export type Example = (typeof EXAMPLES)[number] & { src: string; landing?: Landing }

/** All of them, in the order in which they are shown. 640 px a side. */
export const MADE: readonly Example[] = EXAMPLES.map((example) =>
  Object.assign({ src: BY_NAME.get(example.name) ?? '' }, example),
)

/** Those that the landing page shows at a kind of place, in their order there. */
export const onLanding = (place: 'step' | 'gallery'): readonly Example[] =>
  MADE.filter(({ landing }) => landing?.[place] !== undefined).toSorted(
    (one, other) => (one.landing?.[place] ?? 0) - (other.landing?.[place] ?? 0),
  )
