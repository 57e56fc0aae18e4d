import { FRONT, type Side, findFace, labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { placementInWords } from '@printroom/contract/placement'
import type { RenderSettings } from '@printroom/contract/schemas'

const SIZES = { small: 'small', medium: 'of medium size', large: 'large' } as const

const SCENES: Record<RenderSettings['model_style'], string> = {
  'studio-front': 'seen from the front in a photo studio',
  'lifestyle-casual': 'worn in a casual scene of everyday life',
  'flat-lay': 'laid flat and seen straight from above',
  'studio-product': 'in a photo studio',
  'lifestyle-use': 'in use, in a scene of everyday life',
  photograph: 'in a photograph of its seller’s own',
}

/** A scene of another side than the front, in which `studio-front` would be a lie. */
const sceneOf = (style: RenderSettings['model_style'], side: Side): string => {
  if (side === FRONT) return SCENES[style]
  const scene = SCENES[style].replace('seen from the front ', '')
  return side === 'back' ? `seen from behind, ${scene}` : scene
}

/** Where the print is, where that is not the front. */
const sideOf = ({ product, side = FRONT }: RenderSettings): string =>
  side === FRONT ? '' : ` on ${findFace(product, side).inSentence} of the product`

/** What an image-editing model is told that is given the studio's picture of the order as its reference. Pure. */
export function editPromptOf(settings: RenderSettings): string {
  const colour = findColour(settings.colour)
  const product = [settings.product_model && labelOf(settings.product_model), labelOf(settings.product)]
    .filter(Boolean)
    .join(' ')
  const person = settings.model_gender ? `, worn by a ${settings.model_gender}` : ''
  return [
    `Turn the reference image into a photorealistic product photograph of a ${product}${person}, ${sceneOf(settings.model_style, settings.side ?? FRONT)}; background: ${labelOf(settings.background)}.`,
    'Keep camera, crop, pose and the place of the product exactly as they are in the reference.',
    `The product is ${colour?.label ?? settings.colour}${colour ? ` (sRGB ${colour.hex})` : ''}: keep this colour.`,
    `The print is${sideOf(settings)} ${settings.placement ? `${placementInWords(settings.placement)} of the print area` : SIZES[settings.design_size]} and is the customer's own artwork: keep every letter, shape, colour, proportion and its position exactly; redraw, translate, correct, add or leave out nothing.`,
    'Improve only light, cloth, texture, depth and surroundings. No other text, logos, watermarks or frames.',
  ].join(' ')
}

/** The order in words: what a photographer, or an image model, would be told. Pure. */
export function promptOf(settings: RenderSettings, filename: string): string {
  const colour = findColour(settings.colour)
  const product = [settings.product_model && labelOf(settings.product_model), labelOf(settings.product)]
    .filter(Boolean)
    .join(' ')
  const person = settings.model_gender ? `, worn by a ${settings.model_gender}` : ''
  return [
    `Product photograph of a ${product} in ${colour?.label ?? settings.colour} (screen colour ${colour?.hex ?? 'unknown'})${person}.`,
    `Style: ${labelOf(settings.model_style)}. Background: ${labelOf(settings.background)}.`,
    `The design "${filename}" is printed ${sideOf(settings).trim() || 'on it'} exactly as supplied, ${settings.placement ? `${placementInWords(settings.placement)} of the print area` : `${settings.design_size} size, centred`}, nothing redrawn.`,
  ].join(' ')
}
