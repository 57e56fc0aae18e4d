import mugAlmond from '~/assets/mug-almond.webp'
import mugNavy from '~/assets/mug-navy.webp'
import mugWhite from '~/assets/mug-white.webp'
import teeNatural from '~/assets/tee-natural.webp'
import teeNavy from '~/assets/tee-navy.webp'
import teeSand from '~/assets/tee-sand.webp'

/** Mockups of our own design, as the studio made them; only made smaller for the web. */
type Example = { src: string; alt: string; caption: string }

const example = (src: string, alt: string, caption: string): Example => ({ src, alt, caption })

const NAVY_TEE = example(teeNavy, 'A sun and waves design on a navy t-shirt, laid flat on wood', 'T-Shirt, Navy, flat lay on wood')
const SAND_TEE = example(teeSand, 'The design on a sand t-shirt, laid flat on white', 'T-Shirt, Sand, flat lay on white')
const NATURAL_TEE = example(teeNatural, 'The design on a natural t-shirt, laid flat on fabric', 'T-Shirt, Natural, flat lay on fabric')
const WHITE_MUG = example(mugWhite, 'The design on a white mug in a white studio', 'Mug, White, white studio')
const NAVY_MUG = example(mugNavy, 'The design on a navy mug in a gray studio', 'Mug, Navy, neutral gray')
const ALMOND_MUG = example(mugAlmond, 'The design on an almond mug in an off-white studio', 'Mug, Almond, off-white')

export const HERO = [NAVY_TEE, WHITE_MUG, NAVY_MUG]
export const EXAMPLES = [SAND_TEE, NAVY_MUG, NATURAL_TEE, ALMOND_MUG, NAVY_TEE, WHITE_MUG]
