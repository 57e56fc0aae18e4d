// Prisma's CLI with the engine of this folder in place of the one it would download, and without its calls home.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { status, error } = spawnSync(
  process.execPath,
  [createRequire(import.meta.url).resolve('prisma/build/index.js'), ...process.argv.slice(2)],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(new URL('schema-engine.mjs', import.meta.url)),
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  },
)
if (error !== undefined) throw error
process.exitCode = status ?? 1
