import type { PaceWire } from '@printroom/contract/wire'
import type { Context } from '../../context.ts'

/** Pictures that the pace is read off: enough to even out one that was slow. */
const READ_OFF = 20

/**
 * How fast pictures are made at present: the median of the last ones' seconds from the worker's hand to the end, and how
 * many are made at a time. `seconds` is null where none was made within the last day.
 */
export async function currentPace({ db }: Pick<Context, 'db'>): Promise<PaceWire> {
  const [pace] = await db.$queryRaw<[PaceWire]>`
    WITH last AS (
      SELECT extract(epoch FROM finished_at - started_at)::float8 AS seconds FROM generations
      WHERE status = 'done' AND same_as_id IS NULL AND started_at IS NOT NULL AND created_at > now() - interval '1 day'
      ORDER BY created_at DESC LIMIT ${READ_OFF}::int
    )
    SELECT (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM last)::float8 AS seconds,
      greatest(1, (SELECT count(*)::int FROM generations WHERE status = 'rendering')) AS at_once`
  return pace
}
