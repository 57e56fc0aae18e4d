import * as z from 'zod'
import { idSchema } from './schemas.ts'
import { page } from './paging.ts'
import {
  WEBHOOK_ANSWER_SHOWN_CHARS,
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_SECRET_OVERLAP_HOURS,
  WEBHOOK_URL_MAX_CHARS,
} from './limits.ts'

/** What a seller's own servers may be told of, and in a sentence when. */
export const WEBHOOK_EVENTS = {
  'mockup.completed': 'A picture is finished.',
  'mockup.failed': 'A picture could not be made; its credit is back.',
  'batch.completed': 'The last picture of a batch has ended, one way or the other.',
  'credits.low': 'An order has left fewer than 5 credits.',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]
/** What the test button sends, whatever events an endpoint has chosen. */
export const TEST_EVENT = 'webhook.test'

function hasNoExtras(url: string): boolean {
  const { username, password, hash } = new URL(url)
  return username === '' && password === '' && hash === ''
}

/** An address that messages are posted to. Where it leads is judged when it is saved, and anew whenever it is called. */
const addressSchema = z
  .string()
  .trim()
  .min(1, 'Enter the address of your endpoint')
  .max(WEBHOOK_URL_MAX_CHARS, `The address is too long (maximum ${WEBHOOK_URL_MAX_CHARS} characters)`)
  .pipe(z.url({ protocol: /^https?$/, error: 'This is not an address: it begins with https://' }))
  .refine(hasNoExtras, 'An address has no user, password or # part')
  .transform((url) => new URL(url).href)

const eventsSchema = z
  .array(z.enum(WEBHOOK_EVENT_NAMES, `Choose among these events: ${WEBHOOK_EVENT_NAMES.join(', ')}`))
  .min(1, 'Choose at least one event')
  .max(WEBHOOK_EVENT_NAMES.length, 'Choose each event once')
  .transform((events) => WEBHOOK_EVENT_NAMES.filter((name) => events.includes(name)))

export const newEndpointSchema = z.object({ url: addressSchema, events: eventsSchema })
export type NewEndpoint = z.output<typeof newEndpointSchema>

/** What is left out stays. Switched on again, an endpoint begins with a clean sheet. */
export const endpointChangeSchema = z.object({
  id: idSchema,
  url: addressSchema.optional(),
  events: eventsSchema.optional(),
  is_enabled: z.boolean().optional(),
})
export type EndpointChange = z.output<typeof endpointChangeSchema>

/** A page of an endpoint's messages. */
export const deliveriesSchema = z.object({ id: idSchema, ...page })

export const endpointResponse = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENT_NAMES)),
  is_enabled: z.boolean(),
  /** Why it was switched off by us, in a sentence; null where its owner did, or it is on. */
  disabled_reason: z.string().nullable(),
  /** Since when nothing has been taken; null while the last message was. */
  failing_since: z.string().nullable(),
  /** Until when messages are signed with the secret before as well. */
  old_secret_until: z.string().nullable(),
  created_at: z.string(),
})
export type EndpointWire = z.infer<typeof endpointResponse>
/** `secret` is told when it is made and never again: `whsec_` and 32 random bytes in base64. */
export const endpointWithSecretResponse = endpointResponse.extend({ secret: z.string() })
export type EndpointWithSecretWire = z.infer<typeof endpointWithSecretResponse>

/** One try. `status`: the HTTP status answered, null where nothing was; `latency_ms` in milliseconds; `answer`: how it begins. */
export const attemptResponse = z.object({
  at: z.string(),
  status: z.number().nullable(),
  latency_ms: z.number(),
  error: z.string().nullable(),
  answer: z.string().nullable(),
})
export type AttemptWire = z.infer<typeof attemptResponse>

export const deliveryResponse = z.object({
  id: z.string(),
  /** The `webhook-id` header of every try. */
  event_id: z.string(),
  type: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.array(attemptResponse),
  /** When it is tried next; null when it is not. */
  next_attempt_at: z.string().nullable(),
  created_at: z.string(),
})
export type DeliveryWire = z.infer<typeof deliveryResponse>

/** How many messages are sent again. */
export const replayedResponse = z.object({ sent: z.number() })

/** Sentences that screens and answers share. */
export const WEBHOOK = {
  tooMany: `An account has at most ${WEBHOOK_ENDPOINTS_MAX} endpoints. Remove one that is not used any more.`,
  notHttps: 'Messages go to https:// addresses only.',
  notPublic: 'This address is not on the public internet, so nothing can be sent there.',
  badPort: 'Messages go to port 443 or 8443 only.',
  wasOff: 'Nothing was taken for a day, so we switched this endpoint off.',
  overlap: `The secret before works for ${WEBHOOK_SECRET_OVERLAP_HOURS} hours more.`,
} as const

/** An answer as it is kept. */
export const shownAnswer = (answer: string): string => answer.slice(0, WEBHOOK_ANSWER_SHOWN_CHARS)
