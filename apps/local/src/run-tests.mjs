// `npm test`: installs, then every package's tests, then the sum of what they report as the last line.
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { changeCheckout } from './checkout.mjs'
import { ROOT } from './env.mjs'
import { checkNode, install, turbo } from './tools.mjs'

/** Enough for the message and the line of the test. */
const FAULT_LINES = 12

checkNode()
await changeCheckout(() => install('all'))

const folders = ['apps', 'packages']
  .flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name)))
  .filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
// A report of an earlier run must not be counted for a package whose tests did not start.
for (const folder of folders) for (const report of reportsOf(folder)) rmSync(report)

const { status } = await turbo(['generate', 'build', 'test', '--continue', '--output-logs=new-only'])

let passed = 0
let failed = 0
let skipped = 0
const faults = []
for (const folder of folders) {
  const reports = reportsOf(folder).map((file) => JSON.parse(readFileSync(file, 'utf8')))
  for (const report of reports) {
    passed += report.numPassedTests
    failed += report.numFailedTests + filesFailedOutsideTests(report)
    skipped += report.numPendingTests + report.numTodoTests
    faults.push(...faultsIn(report))
  }
  if (testFilesBelow(folder) > 0 && reports.every((report) => report.numTotalTests === 0)) {
    console.error(`${folder} has tests, and none ran.`)
    failed += 1
  }
}
if (status !== 0 && failed === 0) {
  console.error('Not every task succeeded; the log above says which.')
  failed = 1
}
if (faults.length > 0) console.log(`\nWhat failed, again, since the log is long:\n${faults.join('\n')}\n`)
if (skipped > 0) console.log(`${skipped} skipped`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)

function reportsOf(folder) {
  const cache = join(ROOT, folder, 'node_modules/.cache')
  if (!existsSync(cache)) return []
  return readdirSync(cache)
    .filter((name) => /^tests.*\.json$/.test(name))
    .map((name) => join(cache, name))
}

// A file that cannot be loaded, or whose last hook found a leak, fails with no test of its own to blame.
function filesFailedOutsideTests(report) {
  return report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length
}

function faultsIn(report) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const file = relative(ROOT, name)
    if (failed.length === 0 && status === 'failed') return [`${file}: ${message}`]
    return failed.map(
      (test) =>
        `${file}: ${test.fullName}\n    ${test.failureMessages.join('\n').split('\n').slice(0, FAULT_LINES).join('\n    ')}`,
    )
  })
}

function testFilesBelow(folder) {
  return ['src', 'test', 'e2e']
    .map((name) => join(ROOT, folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true }))
    .filter((path) => /\.test\.tsx?$/.test(path)).length
}
