import { CLOTH, type Finish, GLAZE, albedoOfColour } from './albedo.ts'
import type { Exposure } from '../light/exposure.ts'
import { FIBRE_MAX } from '../fabric/fibres.ts'
import { hasCloth } from './has-cloth.ts'
import type { PlateManifest } from '../plate/manifest.ts'
import type { ProductColour } from '../plate/plate.ts'
import { type Rgb, linearOfHex } from '../tone/srgb.ts'

/** The product's own surface, before anything is printed on it. */
export type Garment = {
  /** Mean albedo, a channel. */
  albedo: Rgb
  /** Change of albedo a deviation of fibre; all 0 where the cloth is of one colour. */
  fibre: Rgb
  /** Change of brightness a deviation of the cloth's structure: in the cloth, and in ink on it. */
  structure: number
  inkStructure: number
  /** Change of light by the slopes of loops or yarns, in parts of what they are: on the cloth, and on ink. */
  loops: number
  inkLoops: number
  /** The same by creases, on both. */
  creases: number
  /** Share of the light that hair adds where the cloth is turned wholly away. */
  hair: number
}

/**
 * How strongly each kind of surface shows what it is made of: so much that no plate of cloth has less detail at full size than it must
 * (packages/imaging/test/plates/detail.ts). Ink fills the valleys of the cloth: of the structure the share `ink` shows, more on a fine yarn that
 * it soaks into than on tufts.
 */
const MADE = {
  jersey: { structure: 0.047, ink: 0.85, loops: 1.15, creases: 0.8, hair: 0.17 },
  fleece: { structure: 0.049, ink: 0.55, loops: 1.6, creases: 0.6, hair: 0.34 },
  canvas: { structure: 0.075, ink: 0.75, loops: 1.3, creases: 0.8, hair: 0.14 },
  glaze: { structure: 0, ink: 0, loops: 0, creases: 0, hair: 0 },
  photographed: { structure: 0, ink: 0, loops: 0, creases: 0, hair: 0 },
} as const

/** So much of the cloth's loops shows on ink. */
const LOOPS_ON_INK = 0.38

/**
 * Light goes to and fro in the valleys of a light cloth and fills them; a dark one's stay dark. So much stronger is the
 * relief at each halving of brightness below white's.
 */
const PER_HALVING = 0.155
const ON_WHITE = 0.6
const ON_BLACK = 1.4
const WHITE = 0.8

/** Light fibres in a darker cloth tend to this albedo; in a light cloth the odd fibres are darker instead. */
const LIGHT_FIBRE = 0.7
const LIGHT_CLOTH = 0.36

/** How a material's surface turns a catalogue colour into an albedo. */
export const finishOf = (material: PlateManifest['material']): Finish => (material === 'glaze' ? GLAZE : CLOTH)

/**
 * What a colour is on a material: albedo in linear light, the amplitude of a heather's fibres by channel (0 where nothing is
 * mixed), and how much of the material's fine structure shows on cloth and through ink.
 */
export function garmentOf(colour: ProductColour, material: PlateManifest['material'], exposure: Exposure): Garment {
  const albedo = albedoOfColour(linearOfHex(colour.hex), exposure, finishOf(material))
  const { structure, ink, loops, creases, hair } = MADE[material]
  const isMixture = colour.heather && hasCloth(material)
  return {
    albedo,
    fibre: isMixture ? fibreOf(albedo) : [0, 0, 0],
    structure,
    inkStructure: structure * ink,
    loops: loops * depthOf(albedo),
    inkLoops: loops * LOOPS_ON_INK,
    creases,
    hair,
  }
}

const brightnessOf = ([red, green, blue]: Rgb): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue

const depthOf = (albedo: Rgb): number =>
  Math.min(ON_BLACK, ON_WHITE + PER_HALVING * Math.max(0, Math.log2(WHITE / brightnessOf(albedo))))

/** The mean of a mixture stays the catalogue's: fibre has mean 0 and enters linearly. */
function fibreOf(albedo: Rgb): Rgb {
  const brightness = brightnessOf(albedo)
  const step = (a: number) =>
    brightness > LIGHT_CLOTH ? -Math.min(0.092 * a, a / FIBRE_MAX) : Math.min(0.072 * (LIGHT_FIBRE - a), 0.21 * a)
  return [step(albedo[0]), step(albedo[1]), step(albedo[2])]
}
