import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { dumpDatabase } from '../src/backup/dump.ts'
import { loadDatabase } from '../src/backup/load.ts'
import { createDb } from '../src/client.ts'
import { migrateTo } from '../src/migrate.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const { url } = await createTestDatabase()
const db = createDb(url, 4)
const folder = await mkdtemp(join(tmpdir(), 'printroom-backup-'))
const restored: string[] = []
afterAll(async () => {
  await db.$disconnect()
  await rm(folder, { recursive: true })
  for (const each of restored)
    await query(url, `DROP DATABASE IF EXISTS "${new URL(each).pathname.slice(1)}" WITH (FORCE)`)
})

// A seller with a history: text that COPY has to escape, both buckets, an order under way and one that waits.
const seller = await db.user.create({ data: { email: 'maya@example.com' } })
const other = await db.user.create({ data: { email: 'noor@example.com', stripeCustomerId: 'cus_1' } })
const design = await db.design.create({
  data: {
    userId: seller.id,
    filename: 'a\tb\\n "c",\nd\u0001é.png',
    fileKey: 'design-a.png',
    thumbnailKey: 'design-a.webp',
    width: 10,
    height: 10,
    fileSize: 100,
  },
})
for (const [amount, bucket, reason] of [
  [10, 'topup', 'signup'],
  [7, 'plan', 'support'],
  [-3, 'topup', 'support'],
] as const)
  await db.creditEntry.create({ data: { userId: seller.id, amount, bucket, reason, idempotencyKey: randomUUID() } })
const input = { settings: { product: 'mug', note: 'ünï "quoted" \\ {braces}' } }
for (const status of ['queued', 'rendering'] as const) {
  const order = await db.generation.create({
    data: {
      userId: seller.id,
      designId: design.id,
      input,
      inputHash: 'h',
      seed: 0,
      idempotencyKey: randomUUID(),
      status,
      providerIds: ['a,b', '"c"'],
    },
  })
  await query(
    url,
    `SELECT graphile_worker.add_job('render-mockup', json_build_object('generationId', $1::text), job_key => $1, max_attempts => 3)`,
    [order.id],
  )
}
await query(
  url,
  `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker', attempts = 3 WHERE key IN (SELECT id::text FROM generations WHERE status = 'rendering')`,
)
await db.workerHeartbeat.create({ data: { workerId: 'a worker', host: 'here', pid: 1 } })

const dump = join(folder, 'database')
const manifest = await dumpDatabase(url, dump)

test(
  'a copy brought into a new database has every row, salt and number of the original, and its triggers work',
  { timeout: 180_000 },
  async () => {
    const target = newDatabase()
    const report = await loadDatabase(target, dump)
    expect(report).toEqual({
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      takenAt: manifest.takenAt,
      waitingJobs: 2,
      unbalanced: 0,
    })

    const again = await dumpDatabase(target, join(folder, 'again'))
    const of = ({ tables }: typeof manifest) =>
      tables
        .filter(({ name }) => !/worker_heartbeats|_private_jobs/.test(name))
        .map(({ name, rows, sha256 }) => ({ name, rows, sha256 }))
    expect(of(again)).toEqual(of(manifest))
    expect(again.functions).toEqual(manifest.functions)
    expect(again.sequences).toEqual(manifest.sequences)
    const jobs = 'SELECT key, attempts, locked_by, task_identifier FROM graphile_worker.jobs ORDER BY id'
    expect(await query(target, jobs)).toEqual(
      (await query(url, jobs)).map((job) => Object.assign(job, { attempts: job.locked_by ? 2 : 0, locked_by: null })),
    )
    expect(await query(target, 'SELECT 1 FROM worker_heartbeats')).toEqual([])

    await expect(query(target, 'UPDATE credit_entries SET amount = 100')).rejects.toThrow('append-only')
    await expect(query(target, 'UPDATE users SET topup_credits = 100')).rejects.toThrow(
      'balances move by ledger entries only',
    )
    await query(
      target,
      `INSERT INTO credit_entries (user_id, amount, bucket, reason, idempotency_key) VALUES ($1, 2, 'topup', 'support', 'after')`,
      [seller.id],
    )
    expect(await query(target, `SELECT topup_credits, plan_credits FROM users WHERE id = $1`, [seller.id])).toEqual([
      { topup_credits: 9, plan_credits: 7 },
    ])
    // The salt came along: an email that had its welcome credits has had them here as well.
    await query(target, `UPDATE users SET email = 'gone@example.com' WHERE id = $1`, [seller.id])
    const back = await query(
      target,
      `INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'maya@example.com') RETURNING id`,
    )
    const welcome = `INSERT INTO credit_entries (user_id, amount, bucket, reason, idempotency_key) VALUES ($1, 10, 'topup', 'signup', 'welcome')`
    await expect(query(target, welcome, [back[0]?.id])).rejects.toThrow('has had its welcome credits')
  },
)

test('a copy is of one moment, whatever is written while it is made', { timeout: 180_000 }, async () => {
  const during = join(folder, 'during')
  const { tables } = await dumpDatabase(url, during, {
    async whileHeld(snapshot) {
      await db.creditEntry.create({
        data: { userId: other.id, amount: 5, bucket: 'topup', reason: 'support', idempotencyKey: randomUUID() },
      })
      const seen = await db.$transaction(
        async (tx) => {
          await tx.$executeRawUnsafe(`SET TRANSACTION SNAPSHOT '${snapshot}'`)
          return tx.user.findUniqueOrThrow({ where: { id: other.id } })
        },
        { isolationLevel: 'RepeatableRead' },
      )
      expect(seen.topupCredits).toBe(0)
    },
  })
  const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows
  expect([rowsOf('public.users'), rowsOf('public.credit_entries')]).toEqual([2, 3])
  const target = newDatabase()
  expect(await loadDatabase(target, during)).toMatchObject({ unbalanced: 0 })
  expect(await query(target, 'SELECT topup_credits FROM users WHERE id = $1', [other.id])).toEqual([
    { topup_credits: 0 },
  ])
})

test('a database that has anything in it is left alone', { timeout: 180_000 }, async () => {
  const before = await query(url, 'SELECT count(*) FROM users')
  await expect(loadDatabase(url, dump)).rejects.toThrow(/The database is not empty: \S+ has rows/)
  expect(await query(url, 'SELECT count(*) FROM users')).toEqual(before)
})

test('a damaged copy is found, and leaves nothing but empty tables', { timeout: 180_000 }, async () => {
  const damaged = await copyOf(dump)
  const file = join(damaged, 'public.users.copy.gz')
  const text = gunzipSync(await readFile(file)).toString()
  await writeFile(file, gzipSync(text.replace('noor@example.com', 'moor@example.com')))
  const target = newDatabase()
  await expect(loadDatabase(target, damaged)).rejects.toThrow('public.users.copy.gz is damaged')
  expect(await query(target, 'SELECT 1 FROM users')).toEqual([])
  await writeFile(file, (await readFile(file)).subarray(0, 60))
  await expect(loadDatabase(target, damaged)).rejects.toThrow(/unexpected end of file/)
  await rm(join(damaged, 'manifest.json'))
  await expect(loadDatabase(target, damaged)).rejects.toThrow('holds no whole backup')
  expect(await loadDatabase(target, dump)).toMatchObject({ waitingJobs: 2 })
})

test(
  'a copy of an older release is brought to this one, and one of a newer release is refused',
  { timeout: 180_000 },
  async () => {
    const older = await copyOf(dump)
    const edit = async (
      change: (manifest: {
        migrations: string[]
        functions: string[]
        tables: { name: string; columns: string[] }[]
      }) => void,
    ) => {
      const copy = JSON.parse(await readFile(join(dump, 'manifest.json'), 'utf8'))
      change(copy)
      await writeFile(join(older, 'manifest.json'), JSON.stringify(copy))
    }
    await edit(({ migrations }) => void migrations.push('99991231235959_of_a_new_release'))
    await expect(loadDatabase(newDatabase(), older)).rejects.toThrow('has no migration 99991231235959_of_a_new_release')

    // As the last migration but one left it, with nobody in it: the last one is made after the rows came.
    const empty = join(folder, 'empty')
    const blank = newDatabase()
    const { migrations } = manifest
    await migrateTo(blank, migrations.slice(0, -1))
    await dumpDatabase(blank, empty)
    const target = newDatabase()
    expect(await loadDatabase(target, empty)).toMatchObject({ rows: 0 })
    expect(await query(target, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')).toEqual(
      migrations.map((name) => ({ name })),
    )
  },
)

function newDatabase(): string {
  const target = new URL(url)
  target.pathname = `/restored_${randomUUID()}`
  restored.push(target.href)
  return target.href
}

async function copyOf(original: string): Promise<string> {
  const copy = join(folder, randomUUID())
  await cp(original, copy, { recursive: true })
  return copy
}

async function query(
  connectionString: string,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(sql, values).finally(() => client.end())
  return rows
}
