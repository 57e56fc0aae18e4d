import mugBlack from '~/assets/mug-black.webp'
import mugRed from '~/assets/mug-red.webp'
import mugWhite from '~/assets/mug-white.webp'
import teeNavy from '~/assets/tee-navy.webp'
import teeRed from '~/assets/tee-red.webp'
import teeWhite from '~/assets/tee-white.webp'

type Example = { src: string; alt: string; caption: string }

const example = (src: string, alt: string, caption: string): Example => ({ src, alt, caption })

const NAVY_TEE = example(teeNavy, 'A sunset design on a navy t-shirt, laid flat on wood', 'T-Shirt, Navy, flat lay on wood')
const BLACK_MUG = example(mugBlack, 'A sunset design on a black mug in a white studio', 'Mug, Black, studio')
const WHITE_TEE = example(teeWhite, 'A sunset design on a white t-shirt, laid flat on wood', 'T-Shirt, White, flat lay on wood')
const WHITE_MUG = example(mugWhite, 'A sunset design on a white mug in a white studio', 'Mug, White, studio')
const RED_TEE = example(teeRed, 'A sunset design on a red t-shirt, laid flat on wood', 'T-Shirt, Red, flat lay on wood')
const RED_MUG = example(mugRed, 'A sunset design on a red mug in a white studio', 'Mug, Red, studio')

export const HERO = [NAVY_TEE, WHITE_MUG, BLACK_MUG]
export const EXAMPLES = [WHITE_TEE, BLACK_MUG, RED_TEE, RED_MUG, NAVY_TEE, WHITE_MUG]
