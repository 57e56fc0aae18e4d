import { GENERATIONS_MAX_SHOWN, ORDERED_AGAIN_SECONDS } from '@printroom/contract/limits'
import type { GenerationWire } from '@printroom/contract/wire'
import type { Context, UserId } from '../../context.ts'
import { type GenerationRow, toGenerationWire } from './wire.ts'

const WITH_MOCKUP = { mockup: { select: { id: true } } } as const

/**
 * A user's generations that are under way, oldest first, each with its place in the whole line (0 = being made). Of very
 * many the first.
 */
export async function activeGenerations(context: Context, userId: UserId): Promise<GenerationWire[]> {
  const rows = await context.db.generation.findMany({
    where: { userId, status: { in: ['queued', 'rendering'] } },
    include: WITH_MOCKUP,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: GENERATIONS_MAX_SHOWN,
  })
  return inLine(context, rows)
}

/** What a user has ordered in the last minute, or earlier and waits for still, newest first: whoever orders the same again is asked first. */
export async function recentOrders(context: Context, userId: UserId): Promise<GenerationWire[]> {
  const aMinuteAgo = new Date(context.clock.now().getTime() - ORDERED_AGAIN_SECONDS * 1000)
  const rows = await context.db.generation.findMany({
    where: {
      userId,
      OR: [{ status: { in: ['queued', 'rendering'] } }, { status: 'done', createdAt: { gt: aMinuteAgo } }],
    },
    include: { ...WITH_MOCKUP, sameAs: { include: WITH_MOCKUP } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: GENERATIONS_MAX_SHOWN,
  })
  return inLine(context, rows)
}

/** The line is numbered once for all of them, and only where somebody stands in it. */
async function inLine({ db }: Context, rows: readonly GenerationRow[]): Promise<GenerationWire[]> {
  const queued = rows.flatMap(({ id, status }) => (status === 'queued' ? [id] : []))
  const places =
    queued.length === 0
      ? []
      : await db.$queryRaw<{ key: string; place: bigint }[]>`
          SELECT key, place FROM (
            SELECT key, row_number() OVER (ORDER BY priority, run_at, id) AS place FROM graphile_worker.jobs
            WHERE task_identifier = 'render-mockup' AND locked_at IS NULL AND attempts < max_attempts
          ) line WHERE key = ANY(${queued})`
  const placeOf = new Map(places.map(({ key, place }) => [key, Number(place)]))
  return rows.map((row) => toGenerationWire(row, row.status === 'queued' ? (placeOf.get(row.id) ?? 1) : 0))
}
