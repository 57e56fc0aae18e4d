import badgeCrewneck from '~/assets/examples/badge-crewneck.webp'
import badgeHoodie from '~/assets/examples/badge-hoodie.webp'
import badgeMug from '~/assets/examples/badge-mug.webp'
import badgeTote from '~/assets/examples/badge-tote.webp'
import tilesTote from '~/assets/examples/tiles-tote.webp'
import whaleMug from '~/assets/examples/whale-mug.webp'
import whaleTee from '~/assets/examples/whale-tee.webp'
import wordsMug from '~/assets/examples/words-mug.webp'
import wordsTee from '~/assets/examples/words-tee.webp'
import heroDesign from '~/assets/hero-design.webp'
import hero from '~/assets/hero.webp'

/** Mockups of our own designs, as the studio made them; only made smaller for the web. */
type Example = { src: string; alt: string; caption: string }

const example = (src: string, alt: string, caption: string): Example => ({ src, alt, caption })

const TOTE = example(
  badgeTote,
  'A round hiking badge on a natural tote bag, hanging before a sunlit garden',
  'Tote Bag, Natural, outdoors',
)
const MUG = example(badgeMug, 'The badge on a white mug, on a wooden table in a kitchen', 'Mug, White, kitchen')
const HOODIE = example(
  badgeHoodie,
  'A man in a forest green hoodie with the badge, in a garden',
  'Hoodie, Forest Green, worn outdoors',
)
const CREWNECK = example(
  badgeCrewneck,
  'A man in a sport grey sweatshirt with the badge, by a window',
  'Crewneck Sweatshirt, Sport Grey, worn indoors',
)

/** One design and what becomes of it. `small` is for where the picture is small. */
export const HERO = { design: heroDesign, large: { ...TOTE, src: hero, small: badgeTote }, others: [MUG, HOODIE] }

/** The three steps in pictures. */
export const STEP_PICTURES = { design: heroDesign, made: [TOTE, MUG, HOODIE, CREWNECK].map(({ src }) => src) }

export const EXAMPLES = [
  example(
    whaleMug,
    'A whale below the moon on a navy mug, on a wooden table in a living room',
    'Mug, Navy, living room',
  ),
  example(whaleTee, 'A whale below the moon on a navy t-shirt, seen from the front', 'T-Shirt, Navy, studio front'),
  example(
    tilesTote,
    'A pattern of colored quarter circles on a natural tote bag, hung on a wall of weathered boards',
    'Tote Bag, Natural, on a wall',
  ),
  example(
    wordsTee,
    'The words Room to wander, time to make on a natural t-shirt, laid flat on wood',
    'T-Shirt, Natural, flat lay on wood',
  ),
  example(
    wordsMug,
    'The words Room to wander, time to make on an almond mug, on a table in a garden',
    'Mug, Almond, garden',
  ),
  CREWNECK,
]
