import type { Settings } from '@printroom/contract/schemas'
import type { GenerationWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../context.ts'

type Row = {
  id: string
  status: GenerationWire['status']
  progress: number
  input: { settings: Settings }
  error: string | null
  created_at: Date
  mockup_id: string | null
  ahead: bigint
}

/** A user's generations that are under way, oldest first, each with its place in the whole line (0 = being made). */
export async function activeGenerations({ db }: Context, userId: UserId): Promise<GenerationWire[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT g.id, g.status, g.progress, g.input, g.error, g.created_at, m.id AS mockup_id,
      (SELECT count(*) FROM generations o WHERE o.status = 'queued' AND (o.created_at, o.id) <= (g.created_at, g.id)) AS ahead
    FROM generations g LEFT JOIN mockups m ON m.generation_id = g.id
    WHERE g.user_id = ${userId}::uuid AND g.status IN ('queued', 'rendering')
    ORDER BY g.created_at, g.id`
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    progress: row.progress,
    position: row.status === 'queued' ? Number(row.ahead) : 0,
    product: row.input.settings.product,
    colour: row.input.settings.colour,
    mockup_id: row.mockup_id,
    error: row.error,
    created_at: row.created_at.toISOString(),
  }))
}
