import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/** How many requests of a kind a key may make a window. */
export const RATE_LIMITS = {
  everything: { hits: 600, seconds: 60 },
  generate: { hits: 60, seconds: 60 },
  billing: { hits: 30, seconds: 60 },
  present: { hits: 60, seconds: 60 },
  upload: { hits: 30, seconds: 60 },
  'login-email': { hits: 10, seconds: 900 },
  'login-address': { hits: 50, seconds: 900 },
} as const
export type RateLimit = keyof typeof RATE_LIMITS

/**
 * Counts a request in a window shared by all processes. `who` is a user's id, an address or an email's hash.
 * @throws AppError rate_limited with the seconds to wait
 */
export async function takeTurn({ db, env }: Context, limit: RateLimit, who: string): Promise<void> {
  if (env.RATE_LIMITS === 'off') return
  const { hits, seconds } = RATE_LIMITS[limit]
  const [bucket] = await db.$queryRaw<{ hits: number; wait: number }[]>`
    INSERT INTO rate_buckets (key, window_start, hits)
    VALUES (${`${limit}:${who}`}, to_timestamp(floor(extract(epoch FROM now()) / ${seconds}::int) * ${seconds}::int), 1)
    ON CONFLICT (key, window_start) DO UPDATE SET hits = rate_buckets.hits + 1
    RETURNING hits, ceil(extract(epoch FROM window_start) + ${seconds}::int - extract(epoch FROM now()))::int AS wait`
  if (bucket && bucket.hits > hits) throw new AppError('rate_limited', { retryAfterSeconds: Math.max(1, bucket.wait) })
}

/** Forgets windows that are long over. */
export async function sweepRateLimits({ db }: Context): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_buckets WHERE window_start < now() - interval '1 day'`
}
