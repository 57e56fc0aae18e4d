import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { WORKERS } from './vitest.mjs'

// What `npm test` runs: every package's tests in one pool, on as many processes as the machine has cores.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Files of more than half a minute. They start first, so that no process waits at the end for one that started last; those
 * of apps/local, of which one runs at a time, with others between them.
 */
const LONG = [
  'local/test/rehearsal',
  'worker/test/memory',
  'worker/test/crash',
  'client/test/faults',
  'local/test/local',
  'client/test/packed',
  'worker/test/faults',
  'local/test/product',
  'db/test/backup',
  'worker/test/batch-crash',
  'local/test/dev',
  'worker/test/fairness',
  'worker/test/full-disk',
  'local/test/one-launcher',
  'imaging/test/plates/plates',
  'imaging/test/held-out',
  'imaging/test/fidelity',
  'imaging/test/export',
  'core/test/guard',
  'core/test/replicate',
  'core/test/picture-identity',
  'core/test/backup',
  'web/e2e/screens',
  'web/e2e/scenes',
  'web/e2e/try',
  'web/e2e/billing',
  'web/e2e/hydration',
  'web/e2e/upload-many',
  'web/e2e/mockups',
  'web/e2e/orders',
  'server/test/hostile-texts',
  'server/test/access-matrix',
  'server/test/scenes',
  'server/test/two-subscriptions',
  'server/test/hostile-uploads',
  'server/test/exports',
  'server/test/odd-rest',
  'server/test/connections',
]

/**
 * Long files first; then, project by project, those that share a process, which vitest keeps for as long as the next file
 * is of the same project. Among these the ones that open the same server follow each other, since they share it as well.
 */
class SharedTogether extends BaseSequencer {
  /** @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    const keys = new Map(files.map((file) => [file, placeOf(file)]))
    /** The first of its long files, of a project's server. */
    const firsts = new Map()
    for (const { project, server, rank } of keys.values()) {
      const shared = `${project} ${server}`
      firsts.set(shared, Math.min(rank, firsts.get(shared) ?? rank))
    }
    const first = ({ project, server }) => firsts.get(`${project} ${server}`)
    return (await super.sort(files)).sort((a, b) => {
      const [one, other] = [keys.get(a), keys.get(b)]
      return (
        one.block - other.block ||
        compare(one.project, other.project) ||
        first(one) - first(other) ||
        compare(one.server, other.server) ||
        one.rank - other.rank
      )
    })
  }
}

/** @param {import('vitest/node').TestSpecification} file */
function placeOf({ moduleId, project }) {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  const rank = at === -1 ? LONG.length : at
  if (project.config.isolate) return { block: at === -1 ? 2 : 0, project: '', server: '', rank }
  const server = /openTestServer\(([^)]*)\)/.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? ''
  return { block: 1, project: project.name, server, rank }
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

const SLOWEST_FILES = 10

/** A reporter that names the files which took longest, with what they start while they are loaded. */
const slowestFiles = {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const timed = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return { file: relative(ROOT, module.moduleId), seconds: (collectDuration + setupDuration + duration) / 1000 }
    })
    const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES)
    console.log('\nThe slowest files:')
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
  },
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
    provide: { webDist: join(ROOT, 'apps/web/dist'), areAppsBuilt: true },
    maxWorkers: WORKERS,
    teardownTimeout: 120_000,
    sequence: { sequencer: SharedTogether },
    reporters: ['default', slowestFiles, ['json', { outputFile: 'node_modules/.cache/tests.json' }]],
  },
})
