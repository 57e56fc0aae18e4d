import * as z from 'zod'
import { BACKGROUNDS, GENDERS, MODEL_STYLES, PRODUCTS, SIDES, backgroundsFor } from './catalogue.ts'
import { PACK_MAX_PICTURES, PACK_MAX_SCENES, PACK_NAME_MAX_CHARS, PACK_SIDES } from './limits.ts'
import { isShownSo } from './packs.ts'
import { CROP_NAMES } from './presets.ts'
import { idSchema } from './schemas.ts'
import { SHOP_NAMES } from './shops.ts'

const sceneSchema = z
  .object({
    style: z.enum(MODEL_STYLES, 'Choose one of the styles'),
    background: z.enum(BACKGROUNDS, 'Choose one of the backgrounds'),
    gender: z.enum(GENDERS).nullish(),
    side: z.enum(SIDES, 'Choose one of the sides').nullish().describe('The front where none is named.'),
  })
  .refine(({ style, background }) => PRODUCTS.some((product) => backgroundsFor(product, style).includes(background)), {
    path: ['background'],
    error: 'No product is shown so',
  })
  .refine((scene) => !scene.side || PRODUCTS.some((product) => isShownSo(scene, product)), {
    path: ['side'],
    error: 'There is no photograph of this side so',
  })
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
