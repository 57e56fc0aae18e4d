/** What can be made: products, base models, styles, backgrounds, sizes and genders, and the rules between them. */

import { REGISTRY } from '@printroom/products/registry.data'

type Entry = (typeof REGISTRY)[number]
type StyleEntry = Entry['styles'][number]

export type Product = Entry['id']
export type BaseModel = Entry['baseModels'][number]['id']
export type ModelStyle = StyleEntry['id']
export type Background = StyleEntry['backgrounds'][number]
/** A side of a product to print on. */
export type Side = typeof FRONT | Entry['sides'][number]['id']

/** The side that is meant where none is named. */
export const FRONT = 'front' as const

/** The style and the background of a picture on a seller's own scene; no product has them. */
export const PHOTOGRAPH = 'photograph' as const

/** What a list says several times, once, in the order of the first. */
const once = <Value>(values: readonly Value[]): readonly Value[] => [...new Set(values)]
const styles: readonly StyleEntry[] = REGISTRY.flatMap((product): readonly StyleEntry[] => product.styles)

export const PRODUCTS: readonly Product[] = REGISTRY.map(({ id }) => id)
/** The first in every list. */
export const FIRST_PRODUCT: Product = REGISTRY[0].id
export const BASE_MODELS: readonly BaseModel[] = REGISTRY.flatMap(({ baseModels }) => baseModels.map(({ id }) => id))
export const MODEL_STYLES: readonly ModelStyle[] = once(styles.map(({ id }) => id))
export const BACKGROUNDS: readonly Background[] = once(
  styles.flatMap(({ backgrounds }): readonly Background[] => backgrounds),
)

/** The front, which every product has, and what some have besides: `sidesFor` says with what. */
export const SIDES: readonly Side[] = once<Side>([
  FRONT,
  ...REGISTRY.flatMap(({ sides }): readonly { id: Side }[] => sides).map(({ id }) => id),
])

export const GENDERS = ['man', 'woman'] as const
export type Gender = (typeof GENDERS)[number]

export const DESIGN_SIZES = ['small', 'medium', 'large'] as const
export type DesignSize = (typeof DESIGN_SIZES)[number]
export const DEFAULT_DESIGN_SIZE: DesignSize = 'medium'

const BY_ID = new Map<string, Entry>(REGISTRY.map((product) => [product.id, product]))

/** All that a product's folder says of it. */
export function findProduct(product: Product): Entry {
  const found = BY_ID.get(product)
  if (!found) throw new Error(`${product} is not in the registry`)
  return found
}

const styleOf = (product: Product, style: ModelStyle): StyleEntry | undefined =>
  BY_ID.get(product)?.styles.find(({ id }) => id === style)

/** The base models of a product; empty for those that have none. */
export const baseModelsFor = (product: Product): readonly BaseModel[] =>
  BY_ID.get(product)?.baseModels.map(({ id }) => id) ?? []

/** The styles a product can be shown in. */
export const stylesFor = (product: Product): readonly ModelStyle[] =>
  BY_ID.get(product)?.styles.map(({ id }) => id) ?? []

/** The backgrounds a product and style can stand before; the first is the usual one. */
export const backgroundsFor = (product: Product, style: ModelStyle): readonly Background[] =>
  styleOf(product, style)?.backgrounds ?? []

/** Whether the picture shows a person, so that a gender has to be chosen. */
export const needsGender = (product: Product, style: ModelStyle): boolean =>
  styleOf(product, style)?.asksGender ?? false

/** A side as its product's folder describes it: its print area, sizes and places. */
export type Face = {
  id: Side
  name: string
  inSentence: string
  print: { maxWidthIn: number; maxHeightIn: number; sizesIn: Record<DesignSize, number> }
  placing: Pick<Entry['placing'], 'anchor'> & {
    places: readonly { id: string; name: string; left: number; top: number; width: number; height: number }[]
  }
  sizeNotes: Record<DesignSize, string>
}

/** All sides of a product, photographed or not, the front first. */
export function facesOf(product: Product): readonly Face[] {
  const { frontName, print, placing, sizeNotes, sides } = findProduct(product)
  return [{ id: FRONT, name: frontName, inSentence: 'the front', print, placing, sizeNotes }, ...sides]
}

/** A side of a product. @throws Error where the product has none of this name */
export function findFace(product: Product, side: Side = FRONT): Face {
  const found = facesOf(product).find(({ id }) => id === side)
  if (!found) throw new Error(`${product} has no ${side}`)
  return found
}

/** What stands below a design size: the print's width in inches, or what says more of this product. */
export const sizeNoteOf = (product: Product, size: DesignSize, side?: Side): string =>
  findFace(product, side).sizeNotes[size]

/** Width of a print of a size, in inches, where the design is not so high that it is made narrower. */
export const printWidthIn = (product: Product, size: DesignSize, side?: Side): number =>
  findFace(product, side).print.sizesIn[size]

/** All products in a sentence, of several each: `t-shirts, hoodies and mugs`. */
export const ALL_PRODUCTS_IN_WORDS = new Intl.ListFormat('en-GB').format(REGISTRY.map(({ plural }) => plural))

const LABELS = new Map<string, string>([
  ['off-white', 'Off-White'],
  [PHOTOGRAPH, 'Own Photograph'],
])
for (const { id, name, baseModels, sides } of REGISTRY) {
  LABELS.set(id, name)
  for (const side of sides) LABELS.set(side.id, side.name)
  for (const model of baseModels) LABELS.set(model.id, model.name)
}

/** The name of a catalogue value on screen: `neutral-gray` → `Neutral Gray`. */
export const labelOf = (value: string): string =>
  LABELS.get(value) ??
  value.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase())
