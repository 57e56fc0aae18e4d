import {
  DEFAULT_DESIGN_SIZE,
  DESIGN_SIZES,
  FIRST_PRODUCT,
  FRONT,
  GENDERS,
  backgroundsFor,
  baseModelsFor,
  labelOf,
  needsGender,
  stylesFor,
} from '@printroom/contract/catalogue'
import { coloursFor, findColour } from '@printroom/contract/colours'
import { hasSide } from '@printroom/contract/sides'
import { NO_CHOICES, choose, type Choices } from '@printroom/contract/wizard'

/** What is shown first, where the product comes in it. */
const FIRST = { style: 'flat-lay', background: 'wood-texture', colour: 'Navy' }

/**
 * The choices with all that is open chosen, so that there is always a picture and nothing left to ask: a colour of the
 * same name as before, else the likeliest of what the product comes in.
 */
export function fillIn(choices: Choices, before: Choices = choices): Choices {
  const product = choices.product ?? FIRST_PRODUCT
  const baseModel = choices.baseModel ?? baseModelsFor(product)[0] ?? null
  const colours = coloursFor(product, baseModel)
  const called = (label: string | undefined) => colours.find((colour) => colour.label === label)?.value
  const kept = colours.some(({ value }) => value === choices.colour) ? choices.colour : null
  const colour =
    kept ?? called(findColour(before.colour ?? '')?.label) ?? called(FIRST.colour) ?? colours[0]?.value ?? null
  const style = pick(stylesFor(product), choices.style, FIRST.style)
  const background = style ? pick(backgroundsFor(product, style), choices.background, FIRST.background) : null
  const gender = style && needsGender(product, style) ? (choices.gender ?? before.gender ?? GENDERS[0]) : null
  const size = pick(DESIGN_SIZES, choices.size, DEFAULT_DESIGN_SIZE)
  const side = hasSide({ product, baseModel, style, background, gender }, choices.side) ? choices.side : FRONT
  return { ...choices, designId: null, product, baseModel, colour, style, background, gender, side, size }
}

/** What was left in storage, as far as it still makes sense, and the rest filled in. */
export function resume(saved: Choices): Choices {
  try {
    return fillIn(choose(NO_CHOICES, { ...saved, designId: null }))
  } catch {
    return fillIn(NO_CHOICES)
  }
}

/** A choice, and whatever else it takes along. */
export const change = (choices: Choices, made: Partial<Choices>): Choices => fillIn(choose(choices, made), choices)

/** “Navy T-Shirt”. */
export const wordsOf = ({ colour, product }: Choices): string =>
  [findColour(colour ?? '')?.label, product && labelOf(product)].filter(Boolean).join(' ')

const pick = <Value extends string>(offered: readonly Value[], chosen: Value | null, first: string): Value | null =>
  offered.find((each) => each === chosen) ?? offered.find((each) => each === first) ?? offered[0] ?? null
