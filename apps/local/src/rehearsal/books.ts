import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'

/** What a database says of orders and money; every number but the first three is to be 0 when all orders have ended. */
export type Books = {
  users: number
  done: number
  failed: number
  underWay: number
  unresolved: number
  withoutPicture: number
  unbalanced: number
}

export async function readBooks(databaseUrl: string): Promise<Books> {
  const [books] = await query<Books>(
    databaseUrl,
    `SELECT (SELECT count(*)::int FROM users) AS users,
      (SELECT count(*)::int FROM generations WHERE status = 'done') AS done,
      (SELECT count(*)::int FROM generations WHERE status = 'failed') AS failed,
      (SELECT count(*)::int FROM generations WHERE status IN ('queued', 'rendering')) AS "underWay",
      (SELECT count(*)::int FROM credit_entries r WHERE r.reason = 'reserve' AND 1 <>
        (SELECT count(*) FROM credit_entries e WHERE e.reference = r.reference AND e.reason IN ('capture', 'release'))) AS unresolved,
      (SELECT count(*)::int FROM generations g WHERE g.status = 'done' AND NOT EXISTS
        (SELECT 1 FROM mockups m WHERE m.generation_id = g.id)) AS "withoutPicture",
      (SELECT count(*)::int FROM credit_summary WHERE NOT adds_up) AS unbalanced`,
  )
  if (!books) throw new Error('Postgres answered no row.')
  return books
}

/** Of the files that rows point at, which lie in a data folder: their hashes by key. */
export async function hashFiles(databaseUrl: string, dataDir: string): Promise<Map<string, string>> {
  const rows = await query<{ key: string }>(
    databaseUrl,
    'SELECT unnest(ARRAY[file_key, thumbnail_key]) AS key FROM designs UNION ALL SELECT unnest(ARRAY[file_key, thumbnail_key]) FROM mockups',
  )
  const keys = new Set(rows.map(({ key }) => key))
  const hashes = new Map<string, string>()
  for (const path of await readdir(join(dataDir, 'files'), { recursive: true })) {
    const key = basename(path)
    if (keys.has(key))
      hashes.set(
        key,
        createHash('sha256')
          .update(await readFile(join(dataDir, 'files', path)))
          .digest('hex'),
      )
  }
  return hashes
}

export async function query<Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<Row>(sql).finally(() => client.end())
  return rows
}
