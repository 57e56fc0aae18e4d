import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// JavaScript, with its types beside it: vitest loads a config's imports from other packages with plain Node.
const SETUP = fileURLToPath(new URL('./src/fail-on-console-error.ts', import.meta.url))

/** As many as cores, and two on a machine with one: most tests wait for a process that they started. */
export const WORKERS = Math.max(2, availableParallelism())

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
      testTimeout: 15_000,
      hookTimeout: 60_000,
      restoreMocks: true,
      unstubEnvs: true,
      setupFiles: [SETUP, ...[setupFiles].flat()],
      ...others,
    },
  })
}
