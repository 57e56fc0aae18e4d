import pg from 'pg'

/** Postgres' advisory lock of whoever changes a database's shape, in that database. */
const DEPLOY_LOCK = 7_468_010

export type DeployLock = { client: pg.Client; release: () => Promise<void> }

/**
 * Keeps the shape of a database to ourselves, or `shared` as it is among several, until `release` or the end of this
 * process; waits for whoever has it. A database that is not there yet is made.
 * @throws Error when Postgres cannot be reached
 */
export async function holdDeployLock(databaseUrl: string, mode: 'alone' | 'shared' = 'alone'): Promise<DeployLock> {
  const client = await connect(databaseUrl)
  client.on('error', () => {}) // a lost Postgres is told by the statement that needs it
  const suffix = mode === 'alone' ? '' : '_shared'
  const { rows } = await client.query<{ held: boolean }>(`SELECT pg_try_advisory_lock${suffix}($1) AS held`, [
    DEPLOY_LOCK,
  ])
  if (!rows[0]?.held) {
    console.log('Another deploy, backup or restore of this database is under way; waiting for it.')
    await client.query(`SELECT pg_advisory_lock${suffix}($1)`, [DEPLOY_LOCK])
  }
  return { client, release: () => client.end() }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  try {
    return await open(databaseUrl)
  } catch (error) {
    if (codeOf(error) !== '3D000')
      throw new Error(`The database cannot be reached: ${reasonOf(error)}`, { cause: error })
    await createDatabase(databaseUrl)
    return await open(databaseUrl)
  }
}

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

async function createDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  const client = await open(url.href)
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    // Somebody was quicker: it is there, or just now being made.
    if (!['42P04', '23505'].includes(codeOf(error))) throw error
  } finally {
    await client.end()
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code)

/** Of an address with several machines behind it Node says nothing but what each of them said. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)
