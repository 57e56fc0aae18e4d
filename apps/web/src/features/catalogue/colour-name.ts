import { labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'

const UNKNOWN_HEX = '#9A9A98'

/** A colour's name and screen value; mockups may outlive an entry of the catalogue. */
export function colourName(value: string): { label: string; hex: string } {
  return findColour(value) ?? { label: labelOf(value), hex: UNKNOWN_HEX }
}
