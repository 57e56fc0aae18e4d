// `npm test`: installs, builds, then every package's tests in one run, and the sum of its report as the last line. Plates
// that have passed as they are do not run again; with `--all` (`npm run test:all`) they do.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { changeCheckout } from './checkout.mjs'
import { ROOT } from './env.mjs'
import { checkNode, install, turbo, vitest } from './tools.mjs'

/** Enough for the message and the line of the test. */
const FAULT_LINES = 12
/** Written by the reporter that `packages/config/vitest.all.mjs` names. */
const REPORT = join(ROOT, 'node_modules/.cache/tests.json')
/** Kept by the plates' tests (`packages/imaging/test/plates/passes.ts`). */
const PLATE_PASSES = join(ROOT, 'packages/imaging/node_modules/.cache/plate-passes')

checkNode()
await changeCheckout(() => install('all'))

// A report of an earlier run must not be counted for one that did not start.
rmSync(REPORT, { force: true })
if (process.argv.includes('--all')) rmSync(PLATE_PASSES, { recursive: true, force: true })
const made = await turbo(['generate', 'build', 'plates', '--output-logs=new-only'])
const ran = made.status === 0 ? await vitest() : made

const files = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')).testResults : []
const tests = files.flatMap((file) => file.assertionResults)
const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length
const passed = count('passed')
const skipped = count('pending', 'skipped', 'todo')
const unchanged = tests.reduce((sum, { meta }) => sum + (meta.unchanged ?? 0), 0)
const silent = foldersWithTests().filter(
  (folder) => !files.some(({ name }) => name.startsWith(join(ROOT, folder, '/'))),
)
const faults = [...files.flatMap(faultsIn), ...silent.map((folder) => `${folder} has tests, and none ran.`)]
if (ran.status !== 0 && faults.length === 0) faults.push('Something outside the tests failed; the log above says what.')

if (faults.length > 0) console.log(`\nWhat failed, again, since the log is long:\n${faults.join('\n')}\n`)
if (skipped > 0) console.log(`${skipped} skipped`)
if (unchanged > 0) console.log(`${unchanged} unchanged since they passed`)
process.exitCode = faults.length === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${faults.length} failed`)

// A file that cannot be loaded, or whose last hook found a leak, fails with no test of its own to blame.
function faultsIn({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  const file = relative(ROOT, name)
  if (failed.length === 0 && status === 'failed') return [`${file}: ${message}`]
  return failed.map(
    (test) =>
      `${file}: ${test.fullName}\n    ${test.failureMessages.join('\n').split('\n').slice(0, FAULT_LINES).join('\n    ')}`,
  )
}

function foldersWithTests() {
  return ['apps', 'packages']
    .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name)))
    .filter((folder) =>
      ['src', 'test', 'e2e']
        .map((name) => join(ROOT, folder, name))
        .filter((path) => existsSync(path))
        .flatMap((path) => readdirSync(path, { recursive: true }))
        .some((path) => /\.test\.tsx?$/.test(path)),
    )
}
