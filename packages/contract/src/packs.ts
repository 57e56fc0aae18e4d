import {
  FRONT,
  backgroundsFor,
  labelOf,
  needsGender,
  stylesFor,
  type Background,
  type Gender,
  type ModelStyle,
  type Product,
  type Side,
} from './catalogue.ts'
import type { Crop, Shape } from './presets.ts'
import { sideProblem } from './side-words.ts'
import { hasSide } from './sides.ts'
import { SHOPS, type Shop, sizeProblem } from './shops.ts'

/*
 * A listing pack: the pictures of one listing in their order, the main one first. Each is a scene, a crop of it and a size;
 * two pictures of one scene are cut from one mockup, and cost one credit.
 */

export type PackScene = {
  style: ModelStyle
  background: Background
  gender?: Gender | null | undefined
  /** The front where none is named. */
  side?: Side | null | undefined
}

export type PackPicture = Omit<Shape, 'crop'> & {
  crop: Crop
  scenes: readonly PackScene[]
  shop?: Shop | null | undefined
}

export type Pack = { id: string; name: string; pictures: readonly PackPicture[] }

/** A scene as an order names it, which does not name the front. */
export type OrderedScene = { style: ModelStyle; background: Background; gender: Gender | null; side?: Side }

/** With a woman where the pack does not say who. */
const orderedScene = ({ style, background, gender, side }: PackScene, product: Product): OrderedScene => ({
  style,
  background,
  gender: needsGender(product, style) ? (gender ?? 'woman') : null,
  ...(side && side !== FRONT && { side }),
})

/** Whether a product is photographed so. */
export function isShownSo(scene: PackScene, product: Product): boolean {
  const { style, background, gender, side = FRONT } = orderedScene(scene, product)
  return backgroundsFor(product, style).includes(background) && hasSide({ product, style, background, gender }, side)
}

/** How a product is shown in a picture of a pack, or null. */
export function sceneFor({ scenes, crop }: PackPicture, product: Product): OrderedScene | null {
  const scene = scenes.find(
    (each) =>
      isShownSo(each, product) && (crop !== 'white' || isShownSo({ ...each, background: 'white-studio' }, product)),
  )
  return scene ? orderedScene(scene, product) : null
}

/** The scenes that a pack has of a product, each once: what is to be ordered. */
export function scenesOf(pack: Pick<Pack, 'pictures'>, product: Product): OrderedScene[] {
  const scenes = pack.pictures.flatMap((picture) => sceneFor(picture, product) ?? [])
  return [...new Map(scenes.map((scene) => [keyOf(scene), scene])).values()]
}

/** Tells scenes of one product apart. */
export const keyOf = ({ style, background, gender, side = FRONT }: OrderedScene): string =>
  [style, background, gender, side].join()

/** Why a product cannot be had in a picture of a pack, as a sentence; null when it can. */
export function unservedReason(picture: PackPicture, product: Product): string | null {
  if (sceneFor(picture, product)) return null
  const [first] = picture.scenes
  const name = labelOf(product)
  const shown = picture.scenes.find(({ style, background }) => backgroundsFor(product, style).includes(background))
  const unseen = shown && sideProblem({ product, ...orderedScene(shown, product) }, shown.side ?? FRONT)
  if (unseen) return unseen
  if (shown) return `${name}: ${labelOf(shown.style)} is photographed in its surroundings, and not on pure white.`
  if (first && stylesFor(product).includes(first.style))
    return `${name}: ${labelOf(first.style)} is not shown before ${labelOf(first.background)}.`
  return `${name}: it is not shown in ${first ? labelOf(first.style) : 'any scene'}.`
}

/** `Lifestyle Casual, Urban Street, Woman`, and the side where it is not the front. */
export const sceneInWords = ({ style, background, gender, side }: PackScene): string =>
  [style, background, gender, side === FRONT ? null : side].flatMap((word) => (word ? labelOf(word) : [])).join(', ')

/** What of a pack its shops do not take, a sentence each; none for one that fits. */
export function packProblems({ pictures }: Pick<Pack, 'pictures'>): string[] {
  const shops = [...new Set(pictures.flatMap(({ shop }) => shop ?? []))]
  return [
    ...pictures.flatMap(({ shop, width, height }, at) => {
      const problem = shop && sizeProblem(shop, width, height)
      return problem ? [`Picture ${at + 1}: ${problem}`] : []
    }),
    ...shops.flatMap((shop) => {
      const own = pictures.filter((picture) => picture.shop === shop)
      const { label, mostPictures, isMainOnWhite } = SHOPS[shop]
      const tooMany =
        own.length > mostPictures ? `${label} takes ${mostPictures} pictures, and these are ${own.length}.` : null
      const noMain =
        isMainOnWhite && own[0]?.crop !== 'white' ? `${label} wants its first picture on pure white.` : null
      return [tooMany, noMain].filter((problem) => problem !== null)
    }),
  ]
}
