import * as z from 'zod'
import {
  BACKGROUNDS,
  GENDERS,
  MODEL_STYLES,
  PRODUCTS,
  backgroundsFor,
  labelOf,
  needsGender,
  stylesFor,
  type Background,
  type Gender,
  type ModelStyle,
  type Product,
} from './catalogue.ts'
import { PACK_MAX_PICTURES, PACK_MAX_SCENES, PACK_NAME_MAX_CHARS, PACK_SIDES } from './limits.ts'
import { CROP_NAMES, type Shape } from './presets.ts'
import { idSchema } from './schemas.ts'
import { SHOPS, SHOP_NAMES, type Shop, sizeProblem } from './shops.ts'

/*
 * A listing pack: the pictures of one listing in their order, the main one first. Each is a scene, a crop of it and a size;
 * two pictures of one scene are cut from one mockup, and cost one credit.
 */

const sceneSchema = z
  .object({
    style: z.enum(MODEL_STYLES, 'Choose one of the styles'),
    background: z.enum(BACKGROUNDS, 'Choose one of the backgrounds'),
    gender: z.enum(GENDERS).nullish(),
  })
  .refine(({ style, background }) => PRODUCTS.some((product) => backgroundsFor(product, style).includes(background)), {
    path: ['background'],
    error: 'No product is shown so',
  })
export type PackScene = { style: ModelStyle; background: Background; gender?: Gender | null | undefined }

const side = z
  .number()
  .int('A side is a whole number of pixels')
  .min(PACK_SIDES.least, `A side has at least ${PACK_SIDES.least} pixels`)
  .max(PACK_SIDES.most, `A side has at most ${PACK_SIDES.most} pixels`)

const pictureSchema = z
  .object({
    /** The first of these that a product has is taken. */
    scenes: z.array(sceneSchema).min(1, 'Choose a scene').max(PACK_MAX_SCENES),
    crop: z.enum(CROP_NAMES, 'Choose one of the crops'),
    width: side,
    height: side,
    /** Whose rules it is held to. */
    shop: z.enum(SHOP_NAMES, 'Choose one of the shops').nullish(),
  })
  .refine(({ crop, width, height }) => crop !== 'white' || width === height, {
    path: ['height'],
    error: 'A picture on pure white is square',
  })
export type PackPicture = Shape & {
  scenes: readonly PackScene[]
  shop?: Shop | null | undefined
}

const pack = {
  name: z
    .string()
    .trim()
    .min(1, 'Give the pack a name')
    .max(PACK_NAME_MAX_CHARS, `The name is too long (maximum ${PACK_NAME_MAX_CHARS} characters)`),
  pictures: z
    .array(pictureSchema)
    .min(1, 'A pack has at least one picture')
    .max(PACK_MAX_PICTURES, `A pack has at most ${PACK_MAX_PICTURES} pictures`),
}
export const packSchema = z.object(pack)
export type PackInput = z.output<typeof packSchema>
export const changedPackSchema = z.object({ id: idSchema, ...pack })

/** A word for one of ours, an id for a seller's own. */
export const packIdSchema = z.string().trim().max(64)

export type Pack = { id: string; name: string; pictures: readonly PackPicture[] }

export const packResponse = z.object({
  id: z.string(),
  name: z.string(),
  pictures: z.array(pictureSchema),
  /** One of ours, which nobody changes. */
  is_built_in: z.boolean(),
  /** What of it its shops do not take, a sentence each. */
  problems: z.array(z.string()),
})
export type PackWire = z.infer<typeof packResponse>

/** A scene as an order names it. */
export type OrderedScene = { style: ModelStyle; background: Background; gender: Gender | null }

/** How a product is shown in a picture of a pack, or null: with a woman where the pack does not say who. */
export function sceneFor({ scenes, crop }: PackPicture, product: Product): OrderedScene | null {
  const scene = scenes.find(
    ({ style, background }) =>
      backgroundsFor(product, style).includes(background) &&
      (crop !== 'white' || backgroundsFor(product, style).includes('white-studio')),
  )
  if (!scene) return null
  const { style, background, gender } = scene
  return { style, background, gender: needsGender(product, style) ? (gender ?? 'woman') : null }
}

/** The scenes that a pack has of a product, each once: what is to be ordered. */
export function scenesOf(pack: Pick<Pack, 'pictures'>, product: Product): OrderedScene[] {
  const scenes = pack.pictures.flatMap((picture) => sceneFor(picture, product) ?? [])
  return [...new Map(scenes.map((scene) => [keyOf(scene), scene])).values()]
}

/** Tells scenes of one product apart. */
export const keyOf = ({ style, background, gender }: OrderedScene): string => [style, background, gender].join()

/** Why a product cannot be had in a picture of a pack, as a sentence; null when it can. */
export function unservedReason(picture: PackPicture, product: Product): string | null {
  if (sceneFor(picture, product)) return null
  const [first] = picture.scenes
  const name = labelOf(product)
  const shown = picture.scenes.find(({ style, background }) => backgroundsFor(product, style).includes(background))
  if (shown) return `${name}: ${labelOf(shown.style)} is photographed in its surroundings, and not on pure white.`
  if (first && stylesFor(product).includes(first.style))
    return `${name}: ${labelOf(first.style)} is not shown before ${labelOf(first.background)}.`
  return `${name}: it is not shown in ${first ? labelOf(first.style) : 'any scene'}.`
}

/** `Lifestyle Casual, Urban Street, Woman`. */
export const sceneInWords = ({ style, background, gender }: PackScene): string =>
  [style, background, gender].flatMap((word) => (word ? labelOf(word) : [])).join(', ')

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
      return [
        ...(own.length > mostPictures ? [`${label} takes ${mostPictures} pictures, and these are ${own.length}.`] : []),
        ...(isMainOnWhite && own[0]?.crop !== 'white' ? [`${label} wants its first picture on pure white.`] : []),
      ]
    }),
  ]
}
