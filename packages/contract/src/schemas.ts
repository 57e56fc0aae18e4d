import * as z from 'zod'
import {
  BACKGROUNDS,
  BASE_MODELS,
  type Background,
  DESIGN_SIZES,
  FRONT,
  GENDERS,
  MODEL_STYLES,
  type ModelStyle,
  type PHOTOGRAPH,
  PRODUCTS,
  SIDES,
  type Side,
  backgroundsFor,
  baseModelsFor,
  needsGender,
  stylesFor,
} from './catalogue.ts'
import { coloursFor } from './colours.ts'
import {
  CANCEL_REASON_MAX_CHARS,
  DOWNLOAD_MAX_MOCKUPS,
  EMAIL_MAX_CHARS,
  FILENAME_MAX_CHARS,
  ORDER_WAIT_MAX_SECONDS,
  PRESENT_MAX_MOCKUPS,
  SIGN_IN_CODE_CHARS,
  STATEMENT_MAX_LINES,
  THUMBNAIL_SIDES,
} from './limits.ts'
import { AUTH, DESIGN, MOCKUP } from './messages.ts'
import { PURCHASES } from './plans.ts'
import { FORMAT_NAMES, PRESET_NAMES } from './presets.ts'
import { placementSchema } from './placement-schema.ts'
import { placementRangeProblems } from './placement.ts'
import { sentenceOf } from './sentences.ts'
import { sideProblem } from './side-words.ts'
import { templateProblem } from './naming.ts'

// zod would try to compile its checks from strings, which the browser's security policy forbids and reports.
z.config({ jitless: true, customError: sentenceOf })

/** An email address as an account knows it: trimmed, lower case. */
export const emailSchema = z
  .string({ error: AUTH.emailMissing })
  .trim()
  .toLowerCase()
  .min(1, AUTH.emailMissing)
  .max(EMAIL_MAX_CHARS, 'This email address is too long')
  .pipe(z.email('Please enter a valid email address'))

/** Digits and capitals without I, L, O and U, which are read as 1, 1, 0 and V: 32 signs. */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A sign-in code as a person types it: in any case, with spaces or hyphens, and with the look-alikes put right. */
export const codeSchema = z
  .string()
  .max(40)
  .transform((typed) =>
    typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll(/[IL]/g, '1').replaceAll('O', '0').replaceAll('U', 'V'),
  )
  .pipe(
    z
      .string()
      .regex(
        new RegExp(`^[${CODE_ALPHABET}]{${SIGN_IN_CODE_CHARS}}$`),
        `The code has ${SIGN_IN_CODE_CHARS} letters and digits`,
      ),
  )

/** `code` comes with the second call, where the server answered `verification_required`. */
export const credentialsSchema = z.object({ email: emailSchema, code: codeSchema.optional() })

/** What the browser learns from the Google popup. */
export const googleSchema = z.object({
  email: emailSchema,
  displayName: z.string().max(200).nullish(),
  uid: z.string().min(1).max(128),
  idToken: z.string().min(1).max(8000).optional(),
})

/** Leaving for good takes the account's own email, typed. */
export const leaveSchema = z.object({ confirmation: emailSchema })

export const idSchema = z.guid('This is not the id of anything here.')

/** Control characters and path separators never stand in a stored name. */
const FILENAME_FORBIDDEN = /[\p{Cc}/\\]/u

export const filenameSchema = z
  .string({ error: DESIGN.filenameEmpty })
  .trim()
  .min(1, DESIGN.filenameEmpty)
  .max(FILENAME_MAX_CHARS, DESIGN.filenameTooLong)
  .refine((name) => /\.png$/i.test(name), DESIGN.filenameNotPng)
  .refine((name) => !FILENAME_FORBIDDEN.test(name), 'Filename must not contain slashes or control characters')

export const renameSchema = z.object({ id: idSchema, filename: filenameSchema })

/** The choices of a mockup; the single place where the rules between them are told. */
export const settingsSchema = z
  .object({
    product: z.enum(PRODUCTS),
    product_model: z
      .enum(BASE_MODELS)
      .nullish()
      .or(z.literal('').transform(() => null)),
    colour: z.string().min(1).max(64),
    model_style: z.enum(MODEL_STYLES),
    background: z.enum(BACKGROUNDS),
    model_gender: z
      .enum(GENDERS)
      .nullish()
      .or(z.literal('').transform(() => null)),
    design_size: z.enum(DESIGN_SIZES),
    /** The side of the product that is printed and shown. */
    side: z
      .enum(SIDES)
      .nullish()
      .or(z.literal('').transform(() => null))
      .describe('The front unless told; the catalogue says with what other sides can be had.'),
    /** Where the seller has put the print; otherwise its size says it. */
    placement: placementSchema
      .nullish()
      .describe('In inches of the print area: the print’s middle and width, and degrees clockwise.'),
  })
  .superRefine((settings, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const { product, product_model: model, model_style: style, background } = settings
    const models = baseModelsFor(product)
    if (models.length && !model) refuse('product_model', 'Choose a base model for this product')
    else if (model && !models.includes(model))
      refuse('product_model', 'This base model does not belong to this product')
    else if (!coloursFor(product, model).some((colour) => colour.value === settings.colour))
      refuse('colour', 'This colour is not offered for this product and base model')
    if (!stylesFor(product).includes(style)) refuse('model_style', 'This style does not belong to this product')
    else if (!backgroundsFor(product, style).includes(background))
      refuse('background', 'This background does not belong to this product and style')
    if (needsGender(product, style) && !settings.model_gender) refuse('model_gender', 'Choose a model for this style')
    if (!needsGender(product, style) && settings.model_gender)
      refuse('model_gender', 'This product and style show no person')
    const { placement } = settings
    const side = settings.side ?? FRONT
    const problem = sideProblem({ product, baseModel: model, style, background, gender: settings.model_gender }, side)
    if (problem) return refuse('side', problem)
    if (!placement) return
    for (const sentence of placementRangeProblems(product, placement, side)) refuse('placement', sentence)
  })
  // The front is not named: orders of before there were other sides are written and hashed like those of today.
  .transform(({ side, placement, ...settings }) => ({
    ...settings,
    product_model: settings.product_model ?? null,
    model_gender: settings.model_gender ?? null,
    ...(side && side !== FRONT && { side: side as Side }),
    ...(placement && { placement }),
  }))
type Settings = z.output<typeof settingsSchema>
/**
 * The choices of a picture, also as orders are stored. On a seller's own scene it names that; style and background are
 * `photograph` then.
 */
export type RenderSettings = Omit<Settings, 'model_style' | 'background'> & {
  model_style: ModelStyle | typeof PHOTOGRAPH
  background: Background | typeof PHOTOGRAPH
  scene?: string
}

export const idempotencyKeySchema = z.string().min(1).max(128)

/** Over REST: the order is tried and its quote answered, and nothing is ordered. */
export const dryRunSchema = z.boolean().optional()

/** How long an answer may wait for its picture, at most; the server has a limit of its own. */
export const waitSchema = z.number().min(0).max(ORDER_WAIT_MAX_SECONDS).optional()
/** What is waited for; REST sends the seconds as text. Without them nobody waits. */
export const awaitedSchema = z.object({
  id: idSchema,
  wait_seconds: z.coerce.number().min(0).max(ORDER_WAIT_MAX_SECONDS).default(0),
})
export const outcomeSchema = z.object({ idempotency_key: idempotencyKeySchema, wait_seconds: waitSchema })

export const generationSchema = z
  .object({
    user_id: idSchema.optional(),
    design_id: idSchema,
    is_color_change: z.boolean().optional(),
    original_mockup_id: idSchema.optional(),
    idempotency_key: idempotencyKeySchema.optional(),
    debug: z.boolean().optional(),
    wait_seconds: waitSchema,
    dry_run: dryRunSchema,
  })
  .and(settingsSchema)
  .superRefine((request, context) => {
    if (request.is_color_change && !request.original_mockup_id)
      context.addIssue({ code: 'custom', path: ['original_mockup_id'], message: 'Name the mockup to recolour' })
  })
export type GenerationRequest = z.output<typeof generationSchema>

const presentation = {
  preset: z.enum(PRESET_NAMES, `Choose one of these presets: ${PRESET_NAMES.join(', ')}`).optional(),
  format: z.enum(FORMAT_NAMES, `Choose one of these formats: ${FORMAT_NAMES.join(', ')}`).optional(),
}

/** A design's or a mockup's file, or its thumbnail, as it is stored or smaller. */
export const openSchema = z
  .object({
    id: idSchema,
    part: z.enum(['file', 'thumbnail']),
    side: z.coerce.number().pipe(z.literal(THUMBNAIL_SIDES.card)).optional(),
  })
  .refine(({ part, side }) => part === 'thumbnail' || side === undefined, {
    path: ['side'],
    error: 'Only a thumbnail comes in another size.',
  })

/** How a picture is wanted: nothing named is the stored file, one of both is the original, or a JPEG. */
export const presentSchema = z.object({ id: idSchema, ...presentation })

export const downloadSchema = z
  .object({
    mockupIds: z
      .array(idSchema)
      .min(1, MOCKUP.downloadNothing)
      .max(DOWNLOAD_MAX_MOCKUPS, `Please select at most ${DOWNLOAD_MAX_MOCKUPS} mockups`),
    ...presentation,
  })
  .refine(({ mockupIds, preset, format }) => !(preset ?? format) || mockupIds.length <= PRESENT_MAX_MOCKUPS, {
    path: ['mockupIds'],
    error: `Please select at most ${PRESENT_MAX_MOCKUPS} mockups for a shop`,
  })

export const checkoutSchema = z.object({
  plan: z.enum(PURCHASES, 'Choose one of the plans or the top-up'),
  userId: z.string().max(64).optional(),
})
export const portalSchema = z.object({ userId: z.string().max(64).optional() })
export const cancelSchema = z.object({
  userId: z.string().max(64).optional(),
  reason: z
    .string()
    .trim()
    .max(CANCEL_REASON_MAX_CHARS, `Please keep it to ${CANCEL_REASON_MAX_CHARS} characters`)
    .nullish(),
})
export const checkoutIdSchema = z.string().regex(/^cs_\w{1,200}$/, 'This is not the id of a checkout')

/** `cursor` is the number of the last line that was read; `limit` counts lines. */
export const statementSchema = z
  .object({
    cursor: z.number().int().positive().nullish(),
    limit: z.number().int().min(1).max(STATEMENT_MAX_LINES).default(10),
  })
  .optional()

/** A seller's template as it is stored. */
export const nameTemplateSchema = z
  .string()
  .trim()
  .superRefine((template, context) => {
    const problem = templateProblem(template)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
