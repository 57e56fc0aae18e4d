import * as z from 'zod'
import { DESIGN_SIZES, FRONT, PRODUCTS, type Product, SIDES, type Side, baseModelsFor, facesOf } from './catalogue.ts'
import { type Colour, coloursFor } from './colours.ts'
import {
  SCENES_MAX,
  SCENE_NAME_MAX_CHARS,
  SCENE_PHOTO_MAX_BYTES,
  SCENE_PHOTO_MAX_PIXELS,
  SCENE_PSD_MAX_BYTES,
} from './limits.ts'
import { page } from './paging.ts'
import { placementSchema } from './placement-schema.ts'
import { dryRunSchema, idSchema, idempotencyKeySchema, waitSchema } from './schemas.ts'

/** What is being done with a photograph, in its order. */
export const SCENE_STAGES = ['waiting', 'markers', 'map', 'light', 'plate', 'saving'] as const
export type SceneStage = (typeof SCENE_STAGES)[number]

/** What the live preview draws with, in the order of the stored files. */
export const PREVIEW_PARTS = ['map', 'light', 'shadow', 'backdrop'] as const
export type PreviewPart = (typeof PREVIEW_PARTS)[number]

/**
 * What a mask is mended on: the blank garment, the mask that was found, and where prints may lie; pictures of one shape, which are
 * stored behind what was measured.
 */
export const MASK_PARTS = ['picture', 'found', 'printable'] as const
export type MaskPart = (typeof MASK_PARTS)[number]

/** Pixels along a mask: the plate's, but no more than this, which is finer than a brush. */
const MASK_MAX_SIDE = 1024

/** Pixels along a scene's mask. */
export const maskSideOf = ({ plate }: Pick<SceneReportWire, 'plate'>): number => Math.min(MASK_MAX_SIDE, plate.size)

/** Control characters never stand in a stored name. */
const NAME_FORBIDDEN = /\p{Cc}/u
const nameSchema = z
  .string()
  .trim()
  .min(1, 'Give the scene a name')
  .max(SCENE_NAME_MAX_CHARS, `The name is too long (maximum ${SCENE_NAME_MAX_CHARS} characters)`)
  .refine((name) => !NAME_FORBIDDEN.test(name), 'A name holds no control characters')

export const renameSceneSchema = z.object({ id: idSchema, name: nameSchema })

/** What the name of a photograph's file makes of a scene's name. */
export function sceneNameOf(filename: string): string {
  const name = filename
    .replace(/^.*[/\\]/s, '')
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, SCENE_NAME_MAX_CHARS)
  return name || 'My scene'
}

/** A side of a product that there is a calibration print for: every one. */
const printed = {
  product: z.enum(PRODUCTS),
  side: z
    .enum(SIDES)
    .nullish()
    .or(z.literal('').transform(() => null))
    .transform((side): Side => side ?? FRONT)
    .describe('The front unless told.'),
}
const hasFace = ({ product, side }: { product: Product; side: Side }) => facesOf(product).some(({ id }) => id === side)
const noFace = { path: ['side'], error: 'This product has no such side' }

export const scenePhotographSchema = z.object(printed).refine(hasFace, noFace)

/** The print to be photographed: for the product's side, as a PDF of its true size or a PNG of 300 dpi. */
export const CALIBRATION_FORMATS = { pdf: 'application/pdf', png: 'image/png' } as const
export type CalibrationFormat = keyof typeof CALIBRATION_FORMATS
export const calibrationPrintSchema = z
  .object({ ...printed, format: z.enum(['pdf', 'png']).default('pdf') })
  .refine(hasFace, noFace)

export const sceneListSchema = z.object(page).prefault({})

/**
 * The colours that a product comes in, by any of its base models, as far as a scene has them: where the garment was told from
 * its ground all of them, else the whites, which it was photographed in. The first is the product's white.
 */
export function sceneColoursOf(product: Product, { recolours }: { recolours: boolean }): readonly Colour[] {
  const models = baseModelsFor(product).length > 0 ? baseModelsFor(product) : [null]
  const all = new Map(models.flatMap((model) => coloursFor(product, model)).map((colour) => [colour.value, colour]))
  const isWhite = ({ hex, isHeather }: Colour) => hex.toUpperCase() === '#FFFFFF' && !isHeather
  const colours = [...all.values()]
  return [...colours.filter(isWhite), ...(recolours ? colours.filter((colour) => !isWhite(colour)) : [])]
}

/** An order of a mockup on a scene: product and side are the scene's. */
export const sceneOrderSchema = z.object({
  id: idSchema,
  design_id: idSchema,
  colour: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('White where none is named; others where the scene `recolours`.'),
  design_size: z.enum(DESIGN_SIZES),
  placement: placementSchema.nullish().describe('As in every order.'),
  idempotency_key: idempotencyKeySchema.optional(),
  debug: z.boolean().optional(),
  wait_seconds: waitSchema,
  dry_run: dryRunSchema,
})
export type SceneOrder = z.output<typeof sceneOrderSchema>

const share = (what: string) => z.number().describe(`${what}, as a share of 1.`)

/** How well a scene was measured; pixels are those of the plate. */
export const sceneReportResponse = z.object({
  map: z
    .object({ median: z.number(), p95: z.number(), most: z.number() })
    .nullable()
    .describe('Pixels by which places left out of it are missed; null of a PSD.'),
  area: z
    .object({ printable: share('Printable'), folded: share('Laid over itself'), uncertain: share('Too uncertain') })
    .describe('Of the print area.'),
  markers: z.object({ found: z.number(), of: z.number() }).nullable(),
  psd: z
    .object({ smartObject: z.string(), colourLayer: z.string().nullable() })
    .nullable()
    .describe('Layers of a PSD.'),
  plate: z.object({ size: z.number(), pixelsPerInch: z.number() }),
  step: z.number().describe('By how much the white of the print differs from the garment beside it (logarithm).'),
  foldMiss: z.number().describe('The same of its black and white squares (logarithm).'),
  clipped: share('Of the white: overexposed'),
  recolours: z.boolean().describe('Whether it takes other colors.'),
  warnings: z.array(z.string()).describe('A sentence each.'),
})
export type SceneReportWire = z.infer<typeof sceneReportResponse>

export const sceneResponse = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  product: z.string(),
  side: z.string(),
  status: z.enum(['measuring', 'ready', 'refused', 'failed']),
  stage: z.enum(SCENE_STAGES).describe('While it is measured: what is being done.'),
  progress: z.number().describe('Percent.'),
  refusal: z
    .object({ code: z.string(), sentence: z.string() })
    .nullable()
    .describe('Why nothing came of it, and what to do.'),
  report: sceneReportResponse.nullable().describe('Once it is ready.'),
  thumbnail_url: z.string().nullable().describe('The blank garment; once it is ready.'),
  plate_url: z.string().nullable().describe('The plate as a zip; once it is ready.'),
  mask: z
    .object({
      url: z.string().describe('PNG: white is garment.'),
      side: z.number(),
      state: z.enum(['found', 'mended', 'mending']),
      failure: z.string().nullable(),
    })
    .nullable(),
  bytes: z.number().describe('Of its files.'),
  created_at: z.string(),
})
export type SceneWire = z.infer<typeof sceneResponse>

/** Sentences that screens and answers share. */
export const SCENE = {
  empty: 'The file is empty. Choose the photograph again.',
  tooLarge: `The file is larger than ${SCENE_PHOTO_MAX_BYTES / 1024 / 1024} MB. Save the photograph as a JPEG.`,
  heicSequence: 'This HEIC is a burst or a film. Share a single photograph of it.',
  heicOther: 'This HEIC holds a picture of another kind. Share the photograph as a JPEG.',
  psdTooLarge: `The PSD is larger than ${SCENE_PSD_MAX_BYTES / 1024 / 1024} MB. Delete its hidden layers, turn off Maximize Compatibility, or save it smaller.`,
  notPhotograph: 'This is no JPEG, PNG, HEIC or PSD. Choose a photograph.',
  tooManyPixels: `The photograph has more than ${SCENE_PHOTO_MAX_PIXELS / 1_000_000} megapixels. Save it smaller.`,
  unreadable: 'The photograph cannot be read: the file is damaged. Export it again.',
  tooMany: `An account has at most ${SCENES_MAX} scenes. Delete one that is not used any more.`,
  notReady: 'This scene is not ready: mockups are made on scenes that have been measured.',
  whiteOnly:
    'This scene shows its garment in white, as it was photographed: it could not be told from its ground all round. Paint its mask, and it takes every color.',
  noColour: 'This product does not come in this color.',
  noMask: 'This scene was measured before masks could be edited. Upload its photograph again.',
  maskNotPng: 'The mask is no PNG of 8 bits of grey. Save it as a grayscale PNG without transparency.',
  maskShape: (side: number) => `The mask is not ${side} × ${side} pixels, which this scene’s are.`,
  maskEmpty: 'The mask is empty. Paint the garment.',
  maskFull: 'The mask is the whole picture. Take away what is not garment.',
  maskOffPrint: 'The mask leaves out most of the print area. Paint the garment where the print lies, too.',
  maskFailed: 'We could not work your mask in. The scene is as it was; please save the mask again.',
  deletedForShape: 'The scene of this mockup was deleted: it can be had whole, as it is, and in no other shape.',
  isGone: 'This scene is not here any more.',
  gone: 'The scene was deleted before its mockup was made. Your credit is back.',
  failed: 'We could not measure this photograph after several tries. Please upload it again.',
  takesTooLong: 'This photograph takes too long to measure. Save it smaller, and upload it again.',
  deleteFailed: 'Failed to delete scene',
  renameFailed: 'Failed to rename scene',
} as const
