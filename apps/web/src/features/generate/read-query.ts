import {
  BACKGROUNDS,
  BASE_MODELS,
  DESIGN_SIZES,
  GENDERS,
  MODEL_STYLES,
  PRODUCTS,
  type Background,
  type BaseModel,
  type DesignSize,
  type Gender,
  type ModelStyle,
  type Product,
} from '@printroom/contract/catalogue'

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
  copiedSettings?: 'true'
  regenerate?: 'true'
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const flag = (value: unknown): 'true' | undefined => (value === 'true' ? value : undefined)

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((known) => known === value)

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
  copiedSettings: flag(search.copiedSettings),
  regenerate: flag(search.regenerate),
})
