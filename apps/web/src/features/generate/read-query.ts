import {
  BACKGROUNDS,
  BASE_MODELS,
  DESIGN_SIZES,
  FRONT,
  GENDERS,
  MODEL_STYLES,
  PRODUCTS,
  SIDES,
  type Background,
  type BaseModel,
  type DesignSize,
  type Gender,
  type ModelStyle,
  type Product,
  type Side,
} from '@printroom/contract/catalogue'

import type { Placement } from '@printroom/contract/placement'

/** What a link to the wizard may carry. */
export type GenerateQuery = {
  designId?: string
  product?: Product
  product_model?: BaseModel
  colour?: string
  model_style?: ModelStyle
  background?: Background
  model_gender?: Gender
  design_size?: DesignSize
  /** Beside the specification's: the side that is printed, and where the seller has put the print, as `x,y,width,rotation`. */
  side?: Side
  placement?: string
  copiedSettings?: 'true'
  regenerate?: 'true'
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const flag = (value: unknown): 'true' | undefined => (value === 'true' ? value : undefined)

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value)

/** A link's placement, or null where it is none; whether it lies within the print area shows when there is a design. */
export function readPlacement(carried: string | undefined): Placement | null {
  const numbers = (carried ?? '').split(',', 5).map(Number)
  const [x = NaN, y = NaN, width = 0, rotation = NaN] = numbers
  const isOne = numbers.length === 4 && numbers.every(Number.isFinite) && width > 0
  return isOne ? { x, y, width, rotation } : null
}

/** A placement as a link carries it, of a mockup's or as it stands in one. */
function placementIn(value: unknown): string | undefined {
  if (typeof value === 'string') return readPlacement(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const { x, y, width, rotation } = value as Record<keyof Placement, unknown>
  return placementIn([x, y, width, rotation].join(','))
}

/** Reads the query; a value that the catalogue does not know counts as not given. */
export const readQuery = (search: Record<string, unknown>): GenerateQuery => ({
  designId: text(search.designId),
  product: oneOf(PRODUCTS, search.product),
  product_model: oneOf(BASE_MODELS, search.product_model),
  colour: text(search.colour),
  model_style: oneOf(MODEL_STYLES, search.model_style),
  background: oneOf(BACKGROUNDS, search.background),
  model_gender: oneOf(GENDERS, search.model_gender),
  design_size: oneOf(DESIGN_SIZES, search.design_size),
  side: search.side === FRONT ? undefined : oneOf(SIDES, search.side),
  placement: placementIn(search.placement),
  copiedSettings: flag(search.copiedSettings),
  regenerate: flag(search.regenerate),
})
