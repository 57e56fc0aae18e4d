import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/** How many requests of a kind a key may make a window. */
export const RATE_LIMITS = {
  everything: { hits: 600, seconds: 60 },
  generate: { hits: 60, seconds: 60 },
  /** The screen asks four times a second at most, while somebody chooses; each reads up to 400 pictures. */
  estimate: { hits: 240, seconds: 60 },
  billing: { hits: 30, seconds: 60 },
  export: { hits: 60, seconds: 60 },
  share: { hits: 120, seconds: 60 },
  upload: { hits: 60, seconds: 60 },
  /** A photograph is 30 MB, and takes a worker half a minute. */
  scene: { hits: 30, seconds: 3600 },
  /** A plate is made anew with each in some seconds, the last of a row alone. */
  mask: { hits: 120, seconds: 3600 },
  webhook: { hits: 30, seconds: 60 },
  'login-address': { hits: 50, seconds: 900 },
  'login-pair': { hits: 10, seconds: 900 },
  'login-email': { hits: 20, seconds: 900 },
} as const
export type RateLimit = keyof typeof RATE_LIMITS

/** How many requests there were in the window with this one, and the seconds until the next window. */
export type WindowState = { hits: number; wait: number }

/**
 * Counts a request in a window shared by all processes. `who` is a user's id, an address or an email's hash. A request of
 * several calls costs as many `hits`; what is refused counts too.
 * @throws AppError rate_limited with the seconds to wait
 */
export async function consumeRateLimit(
  context: Context,
  limit: RateLimit,
  who: string,
  hits = 1,
): Promise<WindowState> {
  const state = await countHits(context, limit, who, hits)
  if (state.hits > RATE_LIMITS[limit].hits) throw tooMany(state)
  return state
}

/** What to throw when a window is full: it says after how many seconds the next one begins. */
export const tooMany = ({ wait }: WindowState): AppError => new AppError('rate_limited', { retryAfterSeconds: wait })

/** The same for a limit that refuses nobody by itself. */
export async function countHits({ db, env }: Context, limit: RateLimit, who: string, hits = 1): Promise<WindowState> {
  if (env.RATE_LIMITS === 'off') return { hits: 0, wait: 0 }
  const { seconds } = RATE_LIMITS[limit]
  const [bucket] = await db.$queryRaw<WindowState[]>`
    INSERT INTO rate_buckets (key, window_start, hits)
    VALUES (${`${limit}:${who}`}, to_timestamp(floor(extract(epoch FROM now()) / ${seconds}::int) * ${seconds}::int), ${hits}::int)
    ON CONFLICT (key, window_start) DO UPDATE SET hits = rate_buckets.hits + excluded.hits
    RETURNING hits, ceil(extract(epoch FROM window_start) + ${seconds}::int - extract(epoch FROM now()))::int AS wait`
  return { hits: bucket?.hits ?? 0, wait: Math.max(1, bucket?.wait ?? 1) }
}

/** Forgets windows that are long over. */
export async function sweepRateLimits({ db }: Context): Promise<void> {
  await db.$executeRaw`DELETE FROM rate_buckets WHERE window_start < now() - interval '1 day'`
}
