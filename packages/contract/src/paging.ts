import * as z from 'zod'
import { LIST_MAX_ROWS, LIST_PAGE_ROWS } from './limits.ts'

/** A cursor of ours is far shorter. */
const CURSOR_MAX_CHARS = 400

/** What names a page of a list: `cursor` is the `next` of the page before it, `limit` counts rows. REST sends both as text. */
export const page = {
  cursor: z.string().max(CURSOR_MAX_CHARS).nullish(),
  limit: z.coerce.number().int().min(1).max(LIST_MAX_ROWS, `limit is at most ${LIST_MAX_ROWS}`).default(LIST_PAGE_ROWS),
}
export type Page = z.output<z.ZodObject<typeof page>>
