import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Of everybody who may look and not touch. */
const ROLE = 'printroom_reader'
/** Postgres' code for what a role may not do. */
const INSUFFICIENT_PRIVILEGE = '42501'

/** The database's role may make no other role, so that there is none to read with. */
export class NoReadingRole extends Error {}

/**
 * A connection string for the same database whose role can read every table and view and write none: what Postgres grants,
 * whatever is typed. The role is made when it is not there, and has a new password each time; it may sign in until the
 * answer's `close`, which takes the password away.
 * @param databaseUrl of a role that may make roles, as the owner of the embedded database
 * @throws NoReadingRole; Error when the database does not answer
 */
export async function openReadingRole(databaseUrl: string): Promise<{ url: string; close: () => Promise<void> }> {
  const password = randomBytes(24).toString('base64url')
  await asOwner(databaseUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE])
    if (!rowCount) await client.query(`CREATE ROLE ${ROLE} NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT`)
    await client.query(`ALTER ROLE ${ROLE} LOGIN PASSWORD '${password}'`)
    await client.query(`ALTER ROLE ${ROLE} SET default_transaction_read_only = on`)
    for (const schema of ['public', 'graphile_worker'])
      await client.query(
        `GRANT USAGE ON SCHEMA ${schema} TO ${ROLE}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${ROLE}`,
      )
  })
  const url = new URL(databaseUrl)
  url.username = ROLE
  url.password = password
  return {
    url: url.href,
    close: () => asOwner(databaseUrl, (client) => client.query(`ALTER ROLE ${ROLE} NOLOGIN PASSWORD NULL`)),
  }
}

async function asOwner(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await work(client)
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new NoReadingRole(
      'The role of DATABASE_URL may not make the role that only reads. Give a DATABASE_URL of a role that may only read, or one that may make roles, or ask with --write.',
    )
  } finally {
    await client.end()
  }
}
