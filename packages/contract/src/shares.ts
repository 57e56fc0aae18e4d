import * as z from 'zod'
import {
  LIST_PAGE_ROWS,
  SHARE_DAYS,
  SHARE_MAX_PICTURES,
  SHARE_NOTE_MAX_CHARS,
  SHARE_TITLE_MAX_CHARS,
} from './limits.ts'
import { idSchema } from './schemas.ts'

/** Mockups by a link that ends by itself. */
export const shareSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'Give the link a title')
    .max(SHARE_TITLE_MAX_CHARS, `The title is too long (maximum ${SHARE_TITLE_MAX_CHARS} characters)`),
  days: z.literal(SHARE_DAYS, `A link lasts ${SHARE_DAYS.join(', ')} days`),
  mockupIds: z
    .array(idSchema)
    .min(1, 'Please select mockups to share')
    .max(SHARE_MAX_PICTURES, `Please share at most ${SHARE_MAX_PICTURES} mockups with one link`),
})
export type ShareRequest = z.output<typeof shareSchema>

/** What a link of ours ends in. Another text opens nothing. */
export const shareTokenSchema = z.string().regex(/^[\w-]{43}$/, 'This is no link of ours.')

/** What a client says of a picture: both together are what is kept. */
export const approvalSchema = z.object({
  token: shareTokenSchema,
  place: z
    .number()
    .int()
    .min(0)
    .max(SHARE_MAX_PICTURES - 1),
  is_approved: z.boolean(),
  note: z
    .string()
    .trim()
    .max(SHARE_NOTE_MAX_CHARS, `Please keep the note to ${SHARE_NOTE_MAX_CHARS} characters`)
    .nullish(),
})
export type Approval = z.output<typeof approvalSchema>

/** Shares of a page of their list. */
export const SHARES_A_PAGE = LIST_PAGE_ROWS

/** A share as its seller sees it in a list. `ending`: the last signs of its link. */
export type ShareWire = {
  id: string
  title: string
  ending: string
  pictures: number
  approved: number
  notes: number
  state: 'open' | 'expired' | 'revoked'
  expires_at: string
  created_at: string
}

/** A picture of it, by its place, and what the client said. */
export type SharedPictureWire = {
  place: number
  product: string
  colour: string
  model_style: string
  side: string
  is_approved: boolean
  note: string | null
}

export type ShareDetailWire = ShareWire & {
  items: (SharedPictureWire & { mockup_id: string; thumbnail_url: string })[]
}

/** What whoever has the link sees, and nothing of whose it is. */
export type SharedWire =
  | { state: 'gone' }
  | { state: 'open'; title: string; expires_at: string; items: SharedPictureWire[] }
