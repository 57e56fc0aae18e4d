import type { Context } from '../../context.ts'
import type { KeyUsed } from '../auth/api-keys.ts'

/** A request that was made with an API key. `path` is without what stands behind `?`, and cut. */
export type ApiRequest = {
  key: KeyUsed
  method: string
  path: string
  status: number | null
  errorCode: string | null
  latencyMs: number
  address: string
  at: Date
}

/** `record` costs its caller nothing but the place in line; `close` writes what waits, and ends it. */
export type RequestLog = { record(request: ApiRequest): void; close(): Promise<void> }

const EVERY_MS = 1_000
/** Rows of one insert. */
const AT_ONCE = 1_000
/** Requests that may wait to be written, about 2 MB of them. Beyond that they are counted and forgotten. */
const MOST = 10_000

/**
 * Writes requests down by the batch, off their own way. A database that is away is tried again each second, while there is
 * room; nobody waits for it, and it slows nobody.
 */
export function createRequestLog(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { everyMs = EVERY_MS, most = MOST }: { everyMs?: number; most?: number } = {},
): RequestLog {
  let waiting: ApiRequest[] = []
  let dropped = 0
  let writing: Promise<void> | null = null

  /** False where the database took nothing; what was to be written waits again. */
  async function flush(): Promise<boolean> {
    if (dropped > 0) {
      log.warn({ dropped }, 'requests were not written down: they came faster than they could be')
      dropped = 0
    }
    while (waiting.length > 0) {
      const rows = waiting.splice(0, AT_ONCE)
      try {
        await insert(db, rows)
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'requests could not be written down; they wait')
        waiting = [...rows, ...waiting].slice(0, most)
        return false
      }
    }
    return true
  }
  const timer = setInterval(() => {
    if (waiting.length > 0) writing ??= flush().then(() => void (writing = null))
  }, everyMs).unref()

  return {
    record(request) {
      if (waiting.length >= most) dropped++
      else waiting.push(request)
    },
    async close() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

/** Of an account that was deleted meanwhile nothing is written: its row is held until it is. */
async function insert(db: Context['db'], requests: readonly ApiRequest[]): Promise<void> {
  const rows = requests.map(({ key, at, ...request }) => ({ ...request, key, at: at.toISOString() }))
  await db.$executeRaw`
    INSERT INTO api_requests (user_id, api_key_id, key_name, key_ending, method, path, status, error_code, latency_ms, address, created_at)
    SELECT u.id, (r.row #>> '{key,id}')::uuid, r.row #>> '{key,name}', r.row #>> '{key,ending}', r.row ->> 'method', r.row ->> 'path',
      (r.row ->> 'status')::int, r.row ->> 'errorCode', (r.row ->> 'latencyMs')::int, r.row ->> 'address', (r.row ->> 'at')::timestamptz
    FROM json_array_elements(${JSON.stringify(rows)}::json) AS r(row)
    JOIN users u ON u.id = (r.row #>> '{key,userId}')::uuid AND u.deleted_at IS NULL
    FOR KEY SHARE OF u`
}
