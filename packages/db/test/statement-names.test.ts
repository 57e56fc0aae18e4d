import { afterAll, expect, it } from 'vitest'
import { createDb, Prisma } from '../src/client.ts'
import { createStatementNames } from '../src/statement-names.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const { url } = await createTestDatabase()
const db = createDb(url, 1)
afterAll(() => db.$disconnect())

it('a statement that comes again is planned once a connection, with whatever values', async () => {
  for (let value = 0; value < 5; value++)
    expect(await db.$queryRaw`SELECT ${value}::int + 1 AS next`).toEqual([{ next: value + 1 }])
  const kept = await db.$queryRaw`
    SELECT statement, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements WHERE statement LIKE '%AS next'`
  expect(kept).toEqual([{ statement: 'SELECT $1::int + 1 AS next', times: 4 }])
})

it('a text of several statements, which has no values, may come as often as it likes', async () => {
  for (let nth = 0; nth < 3; nth++) await db.$executeRaw(Prisma.raw('SELECT 1; SELECT 2'))
})

it('only so many get a name, and none that comes once', () => {
  const nameOf = createStatementNames(3)
  const ask = (sql: string) => nameOf({ sql, args: [1] })
  expect(['a', 'b', 'c', 'd', 'e'].map(ask)).toEqual(['', '', '', '', ''])
  const named = ['e', 'e', 'd', 'a', 'a', 'b', 'b', 'c', 'c'].map(ask)
  expect(new Set(named.filter((name) => name !== '')).size).toBe(3)
  expect(ask('e')).toBe(named[0])
  expect(nameOf({ sql: 'e', args: [] })).toBe('')
})
