import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { NoReadingRole, openReadingRole } from '../src/reading-role.ts'
import { createTestDatabase } from '../src/testing/database.ts'

const { url } = await createTestDatabase()
const owner = new pg.Client({ connectionString: url })
await owner.connect()
afterAll(() => owner.end())
const connected = async (address: string) => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  return client
}

it('reads everything and writes nothing, whatever is typed; closed, it lets nobody in', async () => {
  await owner.query(`INSERT INTO users (id, email) VALUES (gen_random_uuid(), 'maya@example.com')`)
  const reading = await openReadingRole(url)
  const client = await connected(reading.url)
  expect((await client.query('SELECT email FROM users')).rows).toEqual([{ email: 'maya@example.com' }])
  await client.query(`SELECT * FROM where_credits_went('maya@example.com')`)
  await client.query('SELECT count(*) FROM graphile_worker.jobs')
  await client.query('SET default_transaction_read_only = off') // a setting anybody may change: what holds is what is granted
  const denied = /permission denied|must be owner/
  for (const typed of [
    `UPDATE users SET email = 'other@example.com'`,
    'DELETE FROM users',
    'TRUNCATE users CASCADE',
    'DROP TABLE sessions',
    'CREATE TABLE mine (id int)',
    `ALTER ROLE printroom_reader CREATEDB`,
    'SET ROLE postgres',
  ])
    await expect(client.query(typed), typed).rejects.toThrow(denied)
  expect((await owner.query('SELECT email FROM users')).rows).toEqual([{ email: 'maya@example.com' }])
  await client.end()
  await reading.close()
  await expect(connected(reading.url)).rejects.toThrow(/not permitted to log in|password authentication failed/)
})

it('says what to do where the role may make no other', async () => {
  await owner.query(`DROP ROLE IF EXISTS printroom_plain; CREATE ROLE printroom_plain LOGIN PASSWORD 'plain'`)
  const plain = new URL(url)
  plain.username = 'printroom_plain'
  plain.password = 'plain'
  await expect(openReadingRole(plain.href)).rejects.toThrow(NoReadingRole)
})
