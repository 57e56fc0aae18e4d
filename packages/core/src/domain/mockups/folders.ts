import type { Page } from '@printroom/contract/paging'
import type { FoldersWire } from '@printroom/contract/wire'
import * as z from 'zod'
import type { Context, UserId } from '../../context.ts'
import { readCursor, writeCursor } from '../../paging.ts'
import { type MockupRow, toMockupWire } from './wire.ts'

const cursorSchema = z.tuple([z.iso.datetime(), z.string(), z.iso.datetime(), z.uuid()])

type Place = { id: string; folder: string; time: Date; size: number; newest: Date; total: number }

/**
 * A user's mockups as My Mockups shows them, a page at a time: by folder, the folder with the newest mockup first, and
 * newest first inside. What comes with a later page stands behind everything that came before.
 * @throws AppError bad_input (cursor)
 */
export async function listFolders({ db }: Context, userId: UserId, { cursor, limit }: Page): Promise<FoldersWire> {
  const [newest, folder, time, id] = readCursor(cursor, cursorSchema) ?? [null, null, null, null]
  // Which rows they are is read off the index alone; the rows themselves are then looked up.
  const places = await db.$queryRaw<Place[]>`
    WITH folders AS (
      SELECT folder_name, count(*)::int AS size, max(created_at) AS newest FROM mockups WHERE user_id = ${userId}::uuid GROUP BY folder_name
    )
    SELECT m.id, m.folder_name AS folder, m.created_at AS time, f.size, f.newest, (SELECT sum(size)::int FROM folders) AS total
    FROM folders f JOIN mockups m ON m.user_id = ${userId}::uuid AND m.folder_name = f.folder_name
    WHERE ${newest}::timestamptz IS NULL
      OR (f.newest, f.folder_name, m.created_at, m.id) < (${newest}::timestamptz, ${folder}::text, ${time}::timestamptz, ${id}::uuid)
    ORDER BY f.newest DESC, f.folder_name DESC, m.created_at DESC, m.id DESC LIMIT ${limit + 1}::int`
  const shown = places.slice(0, limit)
  const found = await db.mockup.findMany({ where: { userId, id: { in: shown.map((place) => place.id) } } })
  const rows = new Map<string, MockupRow>(found.map((row) => [row.id, row]))
  const last = shown.at(-1)
  return {
    items: shown.flatMap((place) => rows.get(place.id) ?? []).map(toMockupWire),
    folders: Object.fromEntries(shown.map((place) => [place.folder, place.size])),
    total: last?.total ?? 0,
    next:
      last && places.length > limit
        ? writeCursor([last.newest.toISOString(), last.folder, last.time.toISOString(), last.id])
        : null,
  }
}
