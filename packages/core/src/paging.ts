import type { PageWire } from '@printroom/contract/wire'
import { Prisma } from '@printroom/db/client'
import * as z from 'zod'
import { AppError } from './errors.ts'

type Row = { id: string; createdAt: Date }

/** A cursor's parts as one opaque word. */
export const writeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** A cursor's parts again, or null for the first page. @throws AppError bad_input when it is none of ours */
export function readCursor<Parts>(cursor: string | null | undefined, schema: z.ZodType<Parts>): Parts | null {
  if (!cursor) return null
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new AppError('bad_input', {
      error: 'This cursor is not one of ours. Take it from the page before, or leave it out.',
      fields: { cursor: 'Not a cursor' },
    })
  }
}

const placeSchema = z.tuple([z.iso.datetime(), z.uuid()])

/** For lists that are newest first: the rows behind a cursor, read through the index on time and id. */
export function behind(cursor: string | null | undefined) {
  const place = readCursor(cursor, placeSchema)
  if (!place) return {}
  const [time, id] = place
  const createdAt = new Date(time)
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }
}

/** The same of rows `m`, as the condition of a statement. @throws AppError bad_input (cursor) */
export function behindSql(cursor: string | null | undefined): Prisma.Sql {
  const place = readCursor(cursor, placeSchema)
  if (!place) return Prisma.sql`TRUE`
  return Prisma.sql`(m.created_at, m.id) < (${new Date(place[0])}::timestamptz, ${place[1]}::uuid)`
}

export const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] as const satisfies object[]

/** The page of which one row more than `limit` was read, which says whether there is another. */
export function pageOf<From extends Row, Item>(
  rows: readonly From[],
  limit: number,
  toWire: (row: From) => Item,
): PageWire<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(toWire),
    next: last && rows.length > limit ? writeCursor([last.createdAt.toISOString(), last.id]) : null,
  }
}
