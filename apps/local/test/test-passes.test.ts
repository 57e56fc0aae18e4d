import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../src/env.mjs'

// A package whose tests are not run again must depend on all that they look at: turbo's hash of its `test` task covers the
// package's own files and, through other tasks, those of what it imports or starts.

type Task = { taskId: string; inputs: Record<string, string>; dependencies: string[] }
const { tasks } = JSON.parse(
  execFileSync(join(ROOT, 'node_modules/.bin/turbo'), ['run', 'test', '--dry=json'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as { tasks: Task[] }
const byId = new Map(tasks.map((task) => [task.taskId, task]))

/** Files whose change runs the package's tests again, as `package/path`. */
function lookedAt(name: string): Set<string> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const visit = (taskId: string) => {
    if (seen.has(taskId)) return
    seen.add(taskId)
    const { inputs, dependencies } = byId.get(taskId)!
    const owner = taskId.replace(/^@printroom\/|#.*$/g, '')
    for (const path of Object.keys(inputs)) found.add(`${owner}/${path}`)
    dependencies.forEach(visit)
  }
  visit(`@printroom/${name}#test`)
  return found
}

test.each([
  ['studio', 'studio/test/compose.test.ts', 'wasm-assembler/src/assembler.ts'],
  ['imaging', 'studio/src/compose.ts', 'products/mug/product.json', 'products/mug/plates/studio-1/plate.json'],
  ['core', 'db/schema.prisma', 'studio/src/compose.ts', 'sandbox/src/main.ts', 'contract/src/wire.ts'],
  ['server', 'core/src/context.ts', 'core/test/sandbox.ts', 'worker/src/main.ts', 'sandbox/src/main.ts'],
  ['worker', 'core/src/context.ts', 'imaging/src/studio.ts', 'products/mug/product.json'],
  ['web', 'server/src/main.ts', 'worker/src/main.ts', 'sandbox/src/main.ts', 'web/e2e/seed.ts', 'core/src/context.ts'],
  [
    'local',
    'web/src/main.tsx',
    'server/src/main.ts',
    'worker/src/main.ts',
    'sandbox/src/main.ts',
    'local/src/start.mjs',
  ],
])('the tests of %s run again when anything of theirs has changed', (name, ...files) => {
  expect([...lookedAt(name)]).toEqual(expect.arrayContaining(files))
})

test("another package's tests and pages do not make them run again", () => {
  const files = [...lookedAt('worker')]
  expect(files.filter((file) => /^core\/.*\.test\.ts$/.test(file))).toEqual([])
  expect(files.filter((file) => /^(studio|core)\/docs\//.test(file))).toEqual([])
})
