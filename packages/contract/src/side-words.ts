import { type Product, type Side, facesOf, labelOf } from './catalogue.ts'
import { type Scenery, type Served, hasSide, servedOf } from './sides.ts'

// Apart from `sides.ts`, which pages load that say none of it.

/** Where a side of a product can be had, as `Flat Lay before White Studio or Neutral Gray`; '' where nowhere. */
export function sideInWords(product: Product, side: Side, all?: Served): string {
  const words = servedOf(product, side, all).map(({ style, baseModels, backgrounds, genders }) => {
    const models = baseModels.length > 0 ? ` of ${either(baseModels.map(labelOf))}` : ''
    const people = genders.length > 0 ? ` on a ${either(genders)}` : ''
    return `${labelOf(style)}${models}${people} before ${either(backgrounds.map(labelOf))}`
  })
  return words.join('; ')
}

/** The same in short, where the style that is chosen shows no such side: the styles that do, as `Flat Lay or Studio Front`. */
export function sideInShort({ product, style }: Scenery, side: Side, all?: Served): string {
  const styles = [...new Set(servedOf(product, side, all).map((served) => served.style))]
  return styles.some((each) => each === style) ? sideInWords(product, side, all) : either(styles.map(labelOf))
}

/** Why a side cannot be had so, as a sentence that says how it can; null where it can. */
export function sideProblem(scenery: Scenery, side: Side, all?: Served): string | null {
  const { product } = scenery
  const face = facesOf(product).find(({ id }) => id === side)
  if (!face)
    return `The ${labelOf(product)} has no side ${side}; it has ${either(facesOf(product).map(({ id }) => id))}.`
  if (hasSide(scenery, side, all)) return null
  const places = sideInWords(product, side, all)
  return places
    ? `There is no photograph of ${face.inSentence} of this ${labelOf(product)} so. It can be had as ${places}.`
    : `There is no photograph of ${face.inSentence} of the ${labelOf(product)} yet. Its front can be had.`
}

const LISTS = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const either = (words: readonly string[]): string => LISTS.format(words)
