// The schema engine's way to Postgres: @prisma/adapter-pg 7.10.0 with four of its faults mended. Each was met while
// migrating, none shows in ordinary queries.
import { randomUUID } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

const CONNECT_TIMEOUT_MS = 5000
/**
 * Whoever waits for a table to change it stands before everybody who comes later to read it: behind one long transaction
 * the whole site would stand still. A migration gives up so soon instead, and `migrate.ts` tries it again. Sooner than
 * Postgres looks for deadlocks (1 s): of a migration and a request that wait for each other it is never the request that ends.
 */
const LOCK_TIMEOUT_MS = 400
/** Postgres' internal one-byte "char", which pg_catalog uses for kinds and flags. */
const INTERNAL_CHAR_OID = 18
const BPCHAR_OID = 1042

export class SchemaEnginePg extends PrismaPg {
  #target
  #shadowUrl

  constructor({ url, shadowDatabaseUrl }) {
    const target = connectionOf(url)
    super(target)
    this.#target = target
    this.#shadowUrl = shadowDatabaseUrl
  }

  async connect() {
    return mend(await super.connect())
  }

  // adapter-pg would spread { database } beside a connection string, which pg lets win, and so replay every migration
  // on the MAIN database; and it drops its shadow while its own pool is still in it, which fails and leaves it there.
  async connectToShadowDb() {
    if (this.#shadowUrl) return mend(await new PrismaPg(connectionOf(this.#shadowUrl)).connect())
    const database = `prisma_migrate_shadow_db_${randomUUID()}`
    await runOnce(this.#target, `CREATE DATABASE ${pg.escapeIdentifier(database)}`)
    const shadow = await new PrismaPg({ ...this.#target, database }).connect()
    const dispose = shadow.dispose.bind(shadow)
    shadow.dispose = async () => {
      await dispose()
      await runOnce(this.#target, `DROP DATABASE ${pg.escapeIdentifier(database)} WITH (FORCE)`)
    }
    return mend(shadow)
  }
}

export async function canConnect(url) {
  await runOnce(connectionOf(url), 'SELECT 1')
}

export async function createDatabase(url) {
  const target = connectionOf(url)
  await runOnce({ ...target, database: 'postgres' }, `CREATE DATABASE ${pg.escapeIdentifier(target.database)}`)
}

async function runOnce(target, sql) {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

// Discrete fields, never a connection string: see connectToShadowDb.
function connectionOf(url) {
  if (!url) throw new Error('DATABASE_URL is not set: Prisma has no database to talk to.')
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  return {
    host: decodeURIComponent(searchParams.get('host') ?? hostname.replace(/^\[|\]$/g, '')),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password) || undefined,
    database: decodeURIComponent(pathname.slice(1)),
    lock_timeout: LOCK_TIMEOUT_MS,
    ssl: sslOf(searchParams.get('sslmode')),
    // The engine's advisory lock belongs to one session, so it must find that same session again.
    max: 1,
    idleTimeoutMillis: 0,
  }
}

// As libpq reads it: `require` encrypts without checking the certificate, the two verify modes check it.
function sslOf(mode) {
  if (mode === 'verify-full' || mode === 'verify-ca') return { rejectUnauthorized: true }
  return mode === 'require' ? { rejectUnauthorized: false } : undefined
}

function mend(connection) {
  const performIO = connection.performIO.bind(connection)
  const queryRaw = connection.queryRaw.bind(connection)
  let charColumns = []
  // adapter-pg has no type for the internal "char", which the engine's own description of a database selects.
  connection.performIO = async (query) => {
    const result = await performIO(query)
    charColumns = []
    for (const [index, field] of result.fields.entries()) {
      if (field.dataTypeID !== INTERNAL_CHAR_OID) continue
      field.dataTypeID = BPCHAR_OID
      charColumns.push(index)
    }
    return result
  }
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query)
    for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character
    charColumns = []
    return result
  }
  // adapter-pg cuts a script at every semicolon, so the first one inside a function's body breaks the migration.
  // Sent whole, Postgres parses it, and runs it as one transaction as it does for Prisma's binary.
  connection.executeScript = async (script) => {
    await connection
      .underlyingDriver()
      .query(script)
      .catch((error) => connection.onError(error))
  }
  return connection
}
