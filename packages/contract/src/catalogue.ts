/** What can be made: products, base models, styles, backgrounds, sizes and genders, and the rules between them. */

export const PRODUCTS = ['t-shirt', 'hoodie', 'crewneck-sweatshirt', 'mug', 'tote-bag'] as const
export type Product = (typeof PRODUCTS)[number]

export const BASE_MODELS = [
  'gildan-64000',
  'bella-canvas-3001',
  'gildan-18500',
  'bella-canvas-3719',
  'gildan-18000',
  'bella-canvas-3901',
] as const
export type BaseModel = (typeof BASE_MODELS)[number]

export const MODEL_STYLES = ['studio-front', 'lifestyle-casual', 'flat-lay', 'studio-product', 'lifestyle-use'] as const
export type ModelStyle = (typeof MODEL_STYLES)[number]

export const BACKGROUNDS = [
  'white-studio',
  'neutral-gray',
  'light-gray',
  'off-white',
  'lifestyle-indoor',
  'outdoor-natural',
  'urban-street',
  'cozy-interior',
  'wood-texture',
  'fabric-texture',
  'kitchen-interior',
  'office-desk',
  'outdoor-garden',
  'cozy-living-room',
] as const
export type Background = (typeof BACKGROUNDS)[number]

export const GENDERS = ['man', 'woman'] as const
export type Gender = (typeof GENDERS)[number]

export const DESIGN_SIZES = ['small', 'medium', 'large'] as const
export type DesignSize = (typeof DESIGN_SIZES)[number]
export const DEFAULT_DESIGN_SIZE: DesignSize = 'medium'

const BASE_MODELS_BY_PRODUCT: Record<Product, readonly BaseModel[]> = {
  't-shirt': ['gildan-64000', 'bella-canvas-3001'],
  hoodie: ['gildan-18500', 'bella-canvas-3719'],
  'crewneck-sweatshirt': ['gildan-18000', 'bella-canvas-3901'],
  mug: [],
  'tote-bag': [],
}

const PLAIN: readonly Background[] = ['white-studio', 'neutral-gray']
const PLAIN_AND_SCENES: readonly Background[] = [...PLAIN, 'lifestyle-indoor', 'outdoor-natural']

const TSHIRT_BACKGROUNDS: Partial<Record<ModelStyle, readonly Background[]>> = {
  'studio-front': ['white-studio', 'neutral-gray', 'light-gray', 'off-white'],
  'lifestyle-casual': ['lifestyle-indoor', 'outdoor-natural', 'urban-street', 'cozy-interior'],
  'flat-lay': ['white-studio', 'neutral-gray', 'wood-texture', 'fabric-texture'],
}

const MUG_BACKGROUNDS: Partial<Record<ModelStyle, readonly Background[]>> = {
  'studio-product': ['white-studio', 'neutral-gray', 'off-white'],
  'lifestyle-use': ['kitchen-interior', 'office-desk', 'outdoor-garden', 'cozy-living-room'],
}

/** The base models of a product; empty for the mug and the tote bag, which have none. */
export const baseModelsFor = (product: Product): readonly BaseModel[] => BASE_MODELS_BY_PRODUCT[product]

/** The styles a product can be shown in. */
export const stylesFor = (product: Product): readonly ModelStyle[] =>
  product === 'mug' ? ['studio-product', 'lifestyle-use'] : ['studio-front', 'lifestyle-casual', 'flat-lay']

/** The backgrounds a product and style can stand before; the first is the usual one. */
export function backgroundsFor(product: Product, style: ModelStyle): readonly Background[] {
  if (!stylesFor(product).includes(style)) return []
  if (product === 't-shirt') return TSHIRT_BACKGROUNDS[style] ?? PLAIN
  if (product === 'mug') return MUG_BACKGROUNDS[style] ?? PLAIN
  return PLAIN_AND_SCENES
}

/** Whether the picture shows a person, so that a gender has to be chosen. */
export const needsGender = (product: Product, style: ModelStyle): boolean =>
  style === 'lifestyle-casual' && product !== 'mug'

const LABELS: Record<string, string> = {
  't-shirt': 'T-Shirt',
  'tote-bag': 'Tote Bag',
  'gildan-64000': 'Gildan 64000',
  'bella-canvas-3001': 'Bella+Canvas 3001',
  'gildan-18500': 'Gildan 18500',
  'bella-canvas-3719': 'Bella+Canvas 3719',
  'gildan-18000': 'Gildan 18000',
  'bella-canvas-3901': 'Bella+Canvas 3901',
  'off-white': 'Off-White',
}

/** The name of a catalogue value on screen: `neutral-gray` → `Neutral Gray`. */
export const labelOf = (value: string): string =>
  LABELS[value] ??
  value.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase())
