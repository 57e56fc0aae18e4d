// `npm test`: installs, builds, then the tests of every package in one run, and the sum of its report as the last line.
// Packages and plates that have passed as they are do not run again; with `--all` (`npm run test:all`) they do.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { changeCheckout } from './checkout.mjs'
import { ROOT } from './env.mjs'
import { forgetPasses, notePass, testedPackages } from './test-passes.mjs'
import { checkNode, install, turbo, vitest } from './tools.mjs'

/** Enough for the message and the line of the test. */
const FAULT_LINES = 12
/** Written by the reporter that `packages/config/vitest.all.mjs` names. */
const REPORT = join(ROOT, 'node_modules/.cache/tests.json')

checkNode()
await changeCheckout(() => install('all'))

// A report of an earlier run must not be counted for one that did not start.
rmSync(REPORT, { force: true })
if (process.argv.includes('--all')) forgetPasses()
const made = await turbo(['generate', 'build', 'plates', '--output-logs=new-only'])
const packages = await testedPackages()
const wanted = packages.filter(({ passed }) => passed === undefined)
const isRun = made.status === 0 && wanted.length > 0
const ran = isRun ? await vitest(wanted.map(({ name }) => name)) : made

const files = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')).testResults : []
const tests = files.flatMap((file) => file.assertionResults)
const passed = count(tests, 'passed')
const skipped = count(tests, 'pending', 'skipped', 'todo')
const unchanged =
  tests.reduce((sum, { meta }) => sum + (meta.unchanged ?? 0), 0) +
  packages.reduce((sum, each) => sum + (each.passed ?? 0), 0)
const silent = isRun ? wanted.filter((each) => filesOf(each).length === 0) : []
const faults = [...files.flatMap(faultsIn), ...silent.map(({ folder }) => `${folder} has tests, and none ran.`)]
if (ran.status !== 0 && faults.length === 0) faults.push('Something outside the tests failed; the log above says what.')
// After a fault no package is noted: an error that no test owns may be anyone's.
if (faults.length === 0) for (const each of wanted) notePass(each, passesOf(each))

if (faults.length > 0) console.log(`\nWhat failed, again, since the log is long:\n${faults.join('\n')}\n`)
if (skipped > 0) console.log(`${skipped} skipped`)
if (unchanged > 0) console.log(`${unchanged} unchanged since they passed`)
process.exitCode = faults.length === 0 && passed + unchanged > 0 ? 0 : 1
console.log(`${passed} passed, ${faults.length} failed`)

function filesOf({ folder }) {
  return files.filter(({ name }) => name.startsWith(join(ROOT, folder, '/')))
}

function count(of, ...statuses) {
  return of.filter(({ status }) => statuses.includes(status)).length
}

/** Plates that did not run again have passed too. */
function passesOf(each) {
  const own = filesOf(each).flatMap((file) => file.assertionResults)
  return count(own, 'passed') + own.reduce((sum, { meta }) => sum + (meta.unchanged ?? 0), 0)
}

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
