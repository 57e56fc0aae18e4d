import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './env.mjs'
import { turbo } from './tools.mjs'

// Which packages' tests have passed on all that they look at as it is: a pass is a file named after turbo's hash of the
// package's `test` task (its files, the sources of what it imports or starts, the lockfile) and after Node's version.

const PASSES = join(ROOT, 'node_modules/.cache/test-passes')
/** Kept by the plates' tests, a file a plate (`packages/imaging/test/plates/passes.ts`). */
const PLATE_PASSES = join(ROOT, 'packages/imaging/node_modules/.cache/plate-passes')

/** @typedef {{ name: string, folder: string, passed: number | undefined, pass: string }} TestedPackage `folder` from the root; `passed`: how many tests have passed in this state; `pass`: the file that says so. */

/**
 * Every package that has tests, whether or not it says so.
 * @returns {Promise<TestedPackage[]>}
 * @throws Error with turbo's words when it cannot tell
 */
export async function testedPackages() {
  const { status, output } = await turbo(['test', '--dry=json'], () => {})
  const json = output.slice(output.indexOf('{')).join('\n')
  if (status !== 0) throw new Error(output.join('\n'))
  /** @type {{ taskId: string, package: string, directory: string, hash: string }[]} */
  const tasks = JSON.parse(json).tasks
  return tasks
    .filter(({ taskId, directory }) => taskId.endsWith('#test') && hasTests(join(ROOT, directory)))
    .map(({ package: name, directory, hash }) => {
      const pass = join(PASSES, `${hash}-${process.version}`)
      // A run that was killed may have left an empty file.
      const passed = existsSync(pass) ? Number(readFileSync(pass, 'utf8')) || undefined : undefined
      return { name, folder: directory, passed, pass }
    })
}

/** @param {string} folder */
function hasTests(folder) {
  return ['src', 'test', 'e2e']
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true, encoding: 'utf8' }))
    .some((path) => /\.test\.tsx?$/.test(path))
}

/** Notes that all tests of a package passed in this state. @param {TestedPackage} tested @param {number} tests */
export function notePass({ pass }, tests) {
  mkdirSync(PASSES, { recursive: true })
  writeFileSync(pass, String(tests))
}

/** After this every test runs. */
export function forgetPasses() {
  for (const folder of [PASSES, PLATE_PASSES]) rmSync(folder, { recursive: true, force: true })
}
