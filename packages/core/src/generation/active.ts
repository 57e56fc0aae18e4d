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
      (SELECT count(*) FROM graphile_worker.jobs o WHERE o.task_identifier = 'render-mockup' AND o.locked_at IS NULL
        AND o.attempts < o.max_attempts AND (o.priority, o.run_at, o.id) <= (j.priority, j.run_at, j.id)) AS ahead
    FROM generations g LEFT JOIN mockups m ON m.generation_id = g.id LEFT JOIN graphile_worker.jobs j ON j.key = g.id::text
    WHERE g.user_id = ${userId}::uuid AND g.status IN ('queued', 'rendering')
    ORDER BY g.created_at, g.id`
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    progress: row.progress,
    position: row.status === 'queued' ? Math.max(1, Number(row.ahead)) : 0,
    product: row.input.settings.product,
    colour: row.input.settings.colour,
    mockup_id: row.mockup_id,
    error: row.error,
    created_at: row.created_at.toISOString(),
  }))
}
