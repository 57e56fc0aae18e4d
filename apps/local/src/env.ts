import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export type LocalEnv = {
  /** undefined: nobody asked for one, so the next free one from 3000 on is taken. */
  port: number | undefined
  host: string
  /** Absolute. */
  dataDir: string
  /** undefined: the embedded Postgres is started. */
  databaseUrl: string | undefined
  isProduction: boolean
  /** npm started us and is gone when our parent changes. */
  isUnderNpm: boolean
  /** Everything as it came, for the child processes, which parse it themselves. */
  inherited: NodeJS.ProcessEnv
}

/** Reads `.env` and the environment, which wins. Relative paths start at the repository's root. */
export function readEnv(): LocalEnv {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const { PORT, HOST, DATA_DIR, DATABASE_URL, NODE_ENV, npm_lifecycle_event } = process.env
  return {
    port: PORT ? parsePort(PORT) : undefined,
    host: HOST || '127.0.0.1',
    dataDir: resolve(ROOT, DATA_DIR || '.data'),
    databaseUrl: DATABASE_URL || undefined,
    isProduction: NODE_ENV === 'production',
    isUnderNpm: npm_lifecycle_event !== undefined,
    inherited: process.env,
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT must be a number from 1 to 65535, not "${text}".`)
}
