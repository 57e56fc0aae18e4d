import { CLOTH, type Finish, GLAZE, albedoOfColour } from './albedo.ts'
import type { Exposure } from '../light/exposure.ts'
import { FIBRE_MAX } from './fabric.ts'
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
}

const STRUCTURE = { knit: 0.055, canvas: 0.085, glaze: 0 }

/** Ink fills the valleys of the cloth: less of its structure shows. */
const INK_SHARE = 0.55

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
  const structure = STRUCTURE[material]
  const isMixture = colour.heather && material !== 'glaze'
  return { albedo, fibre: isMixture ? fibreOf(albedo) : [0, 0, 0], structure, inkStructure: structure * INK_SHARE }
}

/** The mean of a mixture stays the catalogue's: fibre has mean 0 and enters linearly. */
function fibreOf(albedo: Rgb): Rgb {
  const brightness = 0.2126 * albedo[0] + 0.7152 * albedo[1] + 0.0722 * albedo[2]
  const step = (a: number) =>
    brightness > LIGHT_CLOTH ? -Math.min(0.11 * a, a / FIBRE_MAX) : Math.min(0.12 * (LIGHT_FIBRE - a), 0.36 * a)
  return [step(albedo[0]), step(albedo[1]), step(albedo[2])]
}
