import heroDesign from '~/assets/hero-design.webp'
import hero from '~/assets/hero.webp'
import { onLanding } from '~/features/examples/mockups.ts'

const [first, ...others] = onLanding('step')

/** One design and what becomes of it. `small` is for where the picture is small. */
export const HERO = {
  design: heroDesign,
  large: { alt: first?.alt ?? '', src: hero, small: first?.src },
  others: others.slice(0, 2),
}

/** The three steps in pictures. */
export const STEP_PICTURES = { design: heroDesign, made: onLanding('step').map(({ src }) => src) }

export const EXAMPLES = onLanding('gallery').map(({ src, alt, landing }) => ({
  src,
  alt,
  caption: landing?.caption ?? '',
}))
