import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// JavaScript, with its types beside it: vitest loads a config's imports from other packages with plain Node.
const SETUP = fileURLToPath(new URL('./src/fail-on-console-error.ts', import.meta.url))

/** One more than cores, since many tests wait: for a lease to run out, for a browser, for a process that they started. */
export const WORKERS = availableParallelism() + 1

export function packageTests(test = {}, rest = {}) {
  const { setupFiles = [], ...others } = test
  return defineConfig({
    ...rest,
    test: {
      include: ['{src,test}/**/*.test.{ts,tsx}'],
      globals: false,
      passWithNoTests: true,
      // Processes, not threads: sharp, pg and workers of our own live in them, and a crash names its file.
      pool: 'forks',
      maxWorkers: WORKERS,
      // Limits that only a hang reaches, on a machine that others load: hooks start processes and wait for them to end.
      testTimeout: 90_000,
      hookTimeout: 240_000,
      // After it vitest gives up waiting for its processes and for Postgres, and leaves them behind.
      teardownTimeout: 120_000,
      // Vitest's own second is less than a loaded machine may take for anything.
      expect: { poll: { timeout: 60_000 } },
      restoreMocks: true,
      unstubEnvs: true,
      setupFiles: [SETUP, ...[setupFiles].flat()],
      ...others,
    },
  })
}
