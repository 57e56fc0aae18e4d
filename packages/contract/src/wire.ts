import * as z from 'zod'
import { ownKeyResponse } from './api-keys.ts'
import type { Grouping } from './groupings.ts'
import { ERRORS, type ErrorBody, type ErrorCode } from './errors.ts'

/*
 * The shapes that cross the wire. Times are ISO 8601 in UTC, sizes in pixels and bytes. What a REST route answers is a
 * schema, from which its type comes; the rest are types alone.
 */

export const userResponse = z.object({ id: z.string(), email: z.string(), created_at: z.string() })
export type UserWire = z.infer<typeof userResponse>

export const signedInResponse = z.object({ user: userResponse })
export const codeNeededResponse = z.object({ verification_required: z.literal(true) })
/** A sign-in: the person, or the word that a code was mailed and has to come with a second call. */
export const signInResponse = z.union([signedInResponse, codeNeededResponse])
export type SignInWire = z.infer<typeof signInResponse>

const codes = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]
/** What every failed call over REST answers. */
export const errorResponse: z.ZodType<ErrorBody> = z.object({
  error: z.string().describe('A sentence for people.'),
  code: z.enum(codes).describe('The word for programs.'),
  fields: z.record(z.string(), z.string()).optional().describe('What is wrong with which field of the request.'),
  needed: z.number().optional().describe('Credits that this would cost.'),
  available: z.number().optional().describe('Credits that the account has.'),
  missing: z.number().optional().describe('Credits that `available` lacks to `needed`.'),
  setup_required: z.boolean().optional(),
  request_id: z.string().optional().describe('Tell it to support.'),
})

/** How the browser reaches Google's accounts; null where it does not. */
export const googleResponse = z
  .union([
    z.object({ kind: z.literal('firebase'), apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
    z.object({ kind: z.literal('sandbox'), chooserUrl: z.string() }),
  ])
  .nullable()
export type GoogleWire = z.infer<typeof googleResponse>

/** Something was done that has nothing to tell. */
export const successResponse = z.object({ success: z.boolean() })

/** Where the browser goes next. */
export const addressResponse = z.object({ url: z.string() })

/** A signed-in browser. */
export type SessionWire = { id: string; browser: string; last_seen_at: string; created_at: string; is_current: boolean }

/** A browser that signs in without a code. */
export type KnownBrowserWire = {
  id: string
  browser: string
  last_used_at: string
  created_at: string
  is_current: boolean
}

export const accountResponse = userResponse.extend({
  credits: z.number().describe('What can be spent: the plan’s and the top-ups’.'),
  subscription_plan: z.enum(['starter', 'pro', 'agency', 'none']),
  subscription_status: z.string().nullable(),
  subscription_renews_at: z.string().nullable(),
  subscription_ends_at: z.string().nullable().describe('Set when the plan ends instead of renewing.'),
  payment_retry_at: z.string().nullable().describe('Past due: when the card is tried again.'),
  plan_credits: z.number(),
  topup_credits: z.number(),
  has_stripe_customer: z.boolean(),
  api_key: ownKeyResponse.optional().describe('The API key that asks, where one does.'),
})
export type AccountWire = z.infer<typeof accountResponse>

export const designResponse = z.object({
  id: z.string(),
  user_id: z.string(),
  filename: z.string(),
  file_url: z.string(),
  thumbnail_url: z.string(),
  width: z.number().describe('Pixels.'),
  height: z.number().describe('Pixels.'),
  file_size: z.number().describe('Bytes.'),
  created_at: z.string(),
})
export type DesignWire = z.infer<typeof designResponse>

/** How a checked picture came to be: as the model made it, at a later seed, with the real print put back, the same in another colour, or not at all. */
const fidelityPath = z.enum(['model', 'another-seed', 'reprinted', 'recoloured', 'studio'])
export type FidelityPath = z.infer<typeof fidelityPath>

/** Where a seller has put a print. */
export const placementResponse = z.object({
  x: z.number().describe('Its middle, in inches from the left edge of the print area.'),
  y: z.number().describe('Its middle, in inches from the upper edge of the print area.'),
  width: z.number().describe('Of the whole design, in inches.'),
  rotation: z.number().describe('Degrees clockwise about its middle.'),
})
/** Which side of the product is printed and shown. */
export const printedSide = z.string().describe('The side that is printed and shown, `front` where none was named.')
const madeOnScene = z
  .string()
  .nullable()
  .describe('The seller’s own scene that it is made on; null elsewhere, or where that was deleted.')
const placed = placementResponse.nullable().describe('Null where the size says where the print sits.')

export const mockupResponse = z.object({
  id: z.string(),
  design_id: z.string().nullable().describe('Null where the design was deleted.'),
  product: z.string(),
  product_model: z.string().nullable(),
  colour: z.string(),
  model_style: z.string(),
  background: z.string(),
  model_gender: z.string().nullable(),
  design_size: z.string(),
  side: printedSide,
  placement: placed,
  file_url: z.string(),
  thumbnail_url: z.string(),
  created_at: z.string(),
  folder_name: z.string().describe('Groups what was made of one design.'),
  debug_info: z.string().nullable(),
  print_fidelity: z
    .number()
    .nullable()
    .describe('Of a picture that an image model made: how like the design its print is, in percent.'),
  print_path: fidelityPath.nullable(),
  is_favourite: z.boolean(),
  batch_id: z.string().nullable(),
  scene_id: madeOnScene,
})
export type MockupWire = z.infer<typeof mockupResponse>

/** A page of a list; `next` is the cursor of the page after it, or null at the end. */
export type PageWire<Item> = { items: Item[]; next: string | null }

/**
 * A page of the mockups as My Mockups shows them. `folders`: how many mockups there are in all of each group that is on it,
 * by folder name or by batch id ('' of those in none). `total`: in all groups. Of a list that is filtered, or by batch:
 * `numbers`, each mockup's in its folder; of one by batch: `titles`, the batches' names. `approved`: the mockups on it that a client has ticked.
 */
export type FoldersWire = PageWire<MockupWire> & {
  by: Grouping
  folders: Record<string, number>
  total: number
  numbers: Record<string, number> | null
  titles: Record<string, string> | null
  approved: string[]
}

/** An account at a glance: everything that is there is counted, and the latest is shown. */
export type OverviewWire = {
  designs: number
  mockups: number
  mockups_this_week: number
  recent_designs: DesignWire[]
  recent_mockups: MockupWire[]
}

/** What was ordered: a design and the choices of its mockup, and the mockup that it was ordered from, if it was. */
const orderResponse = z.object({
  design_id: z.string().nullable(),
  product: z.string(),
  product_model: z.string().nullable(),
  colour: z.string(),
  model_style: z.string(),
  background: z.string(),
  model_gender: z.string().nullable(),
  design_size: z.string(),
  side: printedSide,
  placement: placed,
  scene_id: madeOnScene,
  original_mockup_id: z.string().nullable(),
  is_color_change: z.boolean(),
})
export type OrderWire = z.infer<typeof orderResponse>

const generationStatus = z.enum(['queued', 'rendering', 'done', 'failed'])

/** An order under way. */
export const generationWatchedResponse = orderResponse.extend({
  id: z.string(),
  status: generationStatus,
  progress: z.number().describe('Percent.'),
  position: z.number().describe('The place in line; 0 is being made.'),
  mockup_id: z.string().nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
})
export type GenerationWire = z.infer<typeof generationWatchedResponse>

/** How fast pictures are made at present: `seconds` each, null where nobody knows, and how many at a time. */
export type PaceWire = { seconds: number | null; at_once: number }

const debugResponse = z.object({
  prompt: z.string(),
  designInfo: z.object({ fileSize: z.number(), fileUrl: z.string() }),
})

const repeated = {
  already_made: z
    .literal(true)
    .optional()
    .describe('The picture ordered is to the pixel one that was there or on its way.'),
  charged: z.literal(0).optional().describe('Set with `already_made`: nothing was charged.'),
}
export const madeResponse = mockupResponse.extend({ _debug: debugResponse.optional(), ...repeated })
export const unfinishedResponse = z.object({ generation_id: z.string(), status: generationStatus, ...repeated })
/** The answer to a generation request: the mockup, or where to look for it when it takes longer than the wait limit. */
export const generationResponse = z.union([madeResponse, unfinishedResponse])
export type GenerationAnswer = z.infer<typeof generationResponse>

/** A line of the statement. `number` orders the lines; `amount` and `balance` (after it) are in credits. */
export type StatementLine = {
  number: number
  date: string
  text: string
  amount: number
  balance: number
  mockup_id: string | null
}
export type StatementWire = { lines: StatementLine[]; next: number | null }

/** How a checkout that the person came back from stands, and the account with it. */
export const checkoutResponse = z.object({
  is_complete: z.boolean(),
  credits_granted: z.number(),
  cents_refunded: z
    .number()
    .describe('US cents that go back because the payment granted nothing: a plan bought beside a plan.'),
  account: accountResponse,
})
export type CheckoutWire = z.infer<typeof checkoutResponse>

/** What can be made. `colours` of a product are those of one without base models; sizes are those of a print. */
export type CatalogueWire = {
  products: {
    id: string
    name: string
    base_models: { id: string; name: string; colours: string[] }[]
    colours: string[]
    /** How it is shown, and before which backgrounds; the first of them is the usual one. */
    styles: { id: string; name: string; asks_gender: boolean; backgrounds: string[] }[]
    print_widths_in: { size: string; inches: number }[]
    /** What can be printed besides the front, and with what there are photographs of it; no base models or genders: with any. */
    sides: {
      id: string
      name: string
      print_widths_in: { size: string; inches: number }[]
      shown: { style: string; base_models: string[]; backgrounds: string[]; genders: string[] }[]
    }[]
  }[]
  /** `hex` is sRGB; a heather is a mixture of fibres whose mean it is. */
  colours: { id: string; name: string; hex: string; is_heather: boolean }[]
  genders: string[]
  sizes: string[]
}
