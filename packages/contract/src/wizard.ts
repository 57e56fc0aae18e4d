import {
  DEFAULT_DESIGN_SIZE,
  FRONT,
  backgroundsFor,
  baseModelsFor,
  needsGender,
  stylesFor,
  type Background,
  type BaseModel,
  type DesignSize,
  type Gender,
  type ModelStyle,
  type Product,
  type Side,
} from './catalogue.ts'
import { coloursFor } from './colours.ts'
import type { Placement } from './placement.ts'
import { hasSide } from './sides.ts'

/** What a seller has chosen so far on the way through the six steps. */
export type Choices = {
  designId: string | null
  product: Product | null
  baseModel: BaseModel | null
  colour: string | null
  style: ModelStyle | null
  background: Background | null
  gender: Gender | null
  /** What is printed. */
  side: Side
  size: DesignSize | null
  /** Where the seller has put the print; null where the size says it. */
  placement: Placement | null
}

export const NO_CHOICES: Choices = {
  designId: null,
  product: null,
  baseModel: null,
  colour: null,
  style: null,
  background: null,
  gender: null,
  side: FRONT,
  size: DEFAULT_DESIGN_SIZE,
  placement: null,
}

export const WIZARD_STEPS = 6

/** Whether a step (1 to 6) has all it asks for; the sixth has no Next and is never complete. */
export function isStepComplete(step: number, choices: Choices): boolean {
  const { product, style } = choices
  if (step === 1) return choices.designId !== null
  if (step === 2) return product !== null && (baseModelsFor(product).length === 0 || choices.baseModel !== null)
  if (step === 3) return choices.colour !== null && style !== null
  if (step === 4) {
    if (choices.background === null) return false
    return product === null || style === null || !needsGender(product, style) || choices.gender !== null
  }
  return step === 5 && choices.size !== null
}

/**
 * The choices after one of them changed, with everything cleared that no longer fits: a new product clears the base
 * model; a new product or style clears a background that is not valid there; a colour the model does not offer goes too. A
 * side that is not photographed so becomes the front. A size says where the print sits, and inches of one product or side
 * are none of another: these end a placement.
 */
export function choose(choices: Choices, change: Partial<Choices>): Choices {
  const next = { ...choices, ...change }
  const { product } = next
  if (!product) return next
  const isOther = change.product !== undefined && change.product !== choices.product
  if (isOther) next.baseModel = change.baseModel ?? null
  if (isOther || change.size) next.placement = change.placement ?? null
  if (next.baseModel && !baseModelsFor(product).includes(next.baseModel)) next.baseModel = null
  if (next.style && !stylesFor(product).includes(next.style)) next.style = null
  if (next.background && (!next.style || !backgroundsFor(product, next.style).includes(next.background)))
    next.background = null
  if (next.style && !needsGender(product, next.style)) next.gender = null
  const isShown = hasSide({ ...next, product }, next.side)
  if (!isShown) next.side = FRONT
  if (!isShown || (next.side !== choices.side && !change.placement)) next.placement = null
  if (next.colour && !offers(product, next.baseModel, next.colour)) next.colour = null
  return next
}

const offers = (product: Product, baseModel: BaseModel | null, colour: string): boolean =>
  coloursFor(product, baseModel).some((offered) => offered.value === colour)
