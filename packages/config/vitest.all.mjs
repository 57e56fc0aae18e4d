import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { WORKERS } from './vitest.mjs'

// What `npm test` runs: every package's tests in one pool, on as many processes as the machine has cores.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files of more than half a minute. They start first, so that no process waits at the end for one that started last. */
const LONG = [
  'imaging/test/plates/plates',
  'worker/test/crash',
  'imaging/test/held-out',
  'web/e2e/screens',
  'worker/test/faults',
  'imaging/test/fidelity',
  'server/test/hostile-texts',
  'web/e2e/orders',
  'web/e2e/mockups',
  'worker/test/full-disk',
  'core/test/colour-truth',
]

class LongestFirst extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const rank = ({ moduleId }) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? LONG.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  root: ROOT,
  test: {
    projects: ['apps', 'packages'].flatMap((group) =>
      readdirSync(join(ROOT, group))
        .map((name) => join(ROOT, group, name))
        .filter((folder) => existsSync(join(folder, 'vitest.config.ts'))),
    ),
    // Built by turbo before the tests start, from the sources as they are.
    provide: { webDist: join(ROOT, 'apps/web/dist') },
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/tests.json' }]],
  },
})
