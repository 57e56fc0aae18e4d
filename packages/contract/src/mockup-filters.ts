import * as z from 'zod'
import { GROUPINGS } from './groupings.ts'
import { SEARCH_MAX_CHARS } from './limits.ts'
import { page } from './paging.ts'
import { idSchema } from './schemas.ts'

/** Rows may name what the catalogue offers no more: a value that nothing has finds nothing. */
const value = z.string().min(1).max(64).optional()

/** Postgres and JavaScript agree on these years. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Write a date as 2026-11-24, or a time in ISO 8601')
  .refine((text) => text >= '1970' && text < '9999', 'This date is out of range')
  .optional()

/**
 * What My Mockups can be searched by, all of it together. `q`: words, each of which the design's name, the product, the
 * colour or the scene has. `from` and `before`: when it was made, as a time or a day in UTC, the second without it. REST
 * sends everything as text.
 */
export const mockupFilter = {
  q: z.string().trim().max(SEARCH_MAX_CHARS, `Please search for at most ${SEARCH_MAX_CHARS} characters`).optional(),
  design_id: idSchema.optional(),
  product: value,
  colour: value,
  style: value,
  background: value,
  side: value,
  from: moment,
  before: moment,
  is_favourite: z
    .boolean()
    .or(z.enum(['true', 'false']).transform((text) => text === 'true'))
    .optional(),
}
export type MockupFilter = z.output<z.ZodObject<typeof mockupFilter>>

const keyed = { user_id: z.string().max(64).optional(), ...page, ...mockupFilter }

/** A page of the mockups that a filter leaves. */
export const mockupListSchema = z.object(keyed).prefault({})

/** The same, by group. */
export const mockupFoldersSchema = z.object({ ...keyed, by: z.enum(GROUPINGS).default('design') }).prefault({})

export const favouriteSchema = z.object({ id: idSchema, is_favourite: z.boolean() })

/** A value that mockups have, and how many have it. */
export type FacetWire = { value: string; count: number }
/** What there is to filter by. `designs`: those with the newest mockups; `has_more_designs`: there are others. */
export type FacetsWire = {
  products: FacetWire[]
  colours: FacetWire[]
  styles: FacetWire[]
  backgrounds: FacetWire[]
  sides: FacetWire[]
  designs: (FacetWire & { filename: string })[]
  has_more_designs: boolean
}
