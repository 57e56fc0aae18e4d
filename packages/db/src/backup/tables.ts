import { createHash } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** A table with what a copy of it needs. Generated columns are left out: the database makes them again. */
export type Table = { name: string; columns: string[] }
/** What a copy of a table came to. The hash is over its rows as text, in the order of its key. */
export type Contents = { rows: number; bytes: number; sha256: string }

/** Our schema and the job queue's. Each keeps a list of its own migrations, which is no data. */
const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    ARRAY(SELECT format('%I', a.attname) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
    ARRAY(SELECT DISTINCT format('%I.%I', tn.nspname, t.relname) FROM pg_constraint f
      JOIN pg_class t ON t.oid = f.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS references
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'graphile_worker')
    AND c.relname NOT IN ('_prisma_migrations', 'migrations')
  ORDER BY 1`

/** Every table, each after those that it refers to. @throws Error when tables refer to each other in a circle */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { references: string[] }>(TABLES)
  const listed: Table[] = []
  const isListed = (name: string) => listed.some((table) => table.name === name)
  while (listed.length < rows.length) {
    const next = rows.find(({ name, references }) => !isListed(name) && references.every(isListed))
    if (!next) throw new Error('Tables refer to each other in a circle: there is no order to fill them in.')
    listed.push({ name: next.name, columns: next.columns })
  }
  return listed
}

/** Text is compared by its bytes, so that the order is the same on every machine. */
const KEY = `
  SELECT format('%I%s', a.attname, CASE WHEN a.attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END) AS part
  FROM pg_index i JOIN unnest(i.indkey) WITH ORDINALITY k(attnum, nth) ON true
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
  WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY k.nth`

/** How values are written: the same on both sides, whatever their databases prefer. */
export const TEXT_FORMAT = `SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET extra_float_digits = 3; SET bytea_output = 'hex'`

/** Reads a table whole, in the order of its key. `save` is given its rows as they come, as text. */
export async function readTable(
  client: pg.Client,
  table: Table,
  save: (text: AsyncIterable<Buffer>) => Promise<void> = readOn,
): Promise<Contents> {
  const { rows: key } = await client.query<{ part: string }>(KEY, [table.name])
  const order = key.length ? `ORDER BY ${key.map(({ part }) => part).join(', ')}` : ''
  const source = client.query(copyTo(`COPY (SELECT ${table.columns.join(', ')} FROM ${table.name} ${order}) TO STDOUT`))
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await save(counted())
  return { rows: source.rowCount, bytes, sha256: hash.digest('hex') }
}

async function readOn(text: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of text) continue
}
