import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

// Plain JavaScript like all that runs before the first install.

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * @typedef {object} LocalEnv
 * @property {number | undefined} port undefined: nobody asked for one, so the next free one from 3000 on is taken.
 * @property {string} host
 * @property {string} dataDir Absolute.
 * @property {string | undefined} databaseUrl undefined: the embedded Postgres is started.
 * @property {string} platesDir Absolute. The small plates of the preview.
 * @property {boolean} isProduction
 * @property {boolean} isDev Somebody works on the code: the client comes from Vite, and processes are started again on a change.
 * @property {number | undefined} npm npm's process, where npm started us: it is gone when our parent is another.
 */

/** As it came, for child processes, which parse it themselves. */
export const inherited = process.env

const parent = process.ppid

/**
 * Reads `.env` and the environment, which wins. Relative paths start at the repository's root.
 * @param {{ isDev?: boolean }} [how]
 * @returns {LocalEnv}
 * @throws Error when PORT is no port, or for work on the code in production
 */
export function readEnv({ isDev = false } = {}) {
  const file = join(ROOT, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const { PORT, HOST, DATA_DIR, PLATES_DIR, DATABASE_URL, NODE_ENV, npm_lifecycle_event } = process.env
  if (isDev && NODE_ENV === 'production') throw new Error('`npm run dev` is not for production; `npm start` is.')
  return {
    port: PORT ? parsePort(PORT) : undefined,
    host: HOST || '127.0.0.1',
    dataDir: resolve(ROOT, DATA_DIR || '.data'),
    databaseUrl: DATABASE_URL || undefined,
    platesDir: resolve(ROOT, PLATES_DIR || 'packages/imaging/dist/plates'),
    isProduction: NODE_ENV === 'production',
    isDev,
    npm: npm_lifecycle_event === undefined ? undefined : parent,
  }
}

/** @param {string} text */
function parsePort(text) {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`PORT must be a number from 1 to 65535, not "${text}".`)
}
