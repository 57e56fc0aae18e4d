import { labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import type { Settings } from '@printroom/contract/schemas'

/** The order in words: what a photographer, or an image model, would be told. Pure. */
export function promptOf(settings: Settings, filename: string): string {
  const colour = findColour(settings.colour)
  const product = [settings.product_model && labelOf(settings.product_model), labelOf(settings.product)].filter(Boolean).join(' ')
  const person = settings.model_gender ? `, worn by a ${settings.model_gender}` : ''
  return [
    `Product photograph of a ${product} in ${colour?.label ?? settings.colour} (screen colour ${colour?.hex ?? 'unknown'})${person}.`,
    `Style: ${labelOf(settings.model_style)}. Background: ${labelOf(settings.background)}.`,
    `The design "${filename}" is printed on it exactly as supplied, ${settings.design_size} size, centred, nothing redrawn.`,
  ].join(' ')
}
