// What a machine with only Node and npm needs before anything else can run: the packages, and pnpm for turbo. Plain
// JavaScript with no imports but Node's, because it runs before the first install.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { ROOT, inherited } from './env.mjs'
import { run } from './run.mjs'
import { say, seconds } from './say.mjs'

const STAMP = join(ROOT, 'node_modules/.cache/printroom-install.json')
const TELL_EVERY_MS = 2000
/**
 * A start trusts the lockfile as it trusts the code beside it; each download is still held against the lockfile's hash.
 * Asking the registry how old each of the 673 packages is takes 26 s with an empty cache, against 12 s for installing
 * them: tests and checks do that, and pnpm does when a version is chosen.
 */
const TRUSTING = ['--trust-lockfile']
const { packageManager, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** @typedef {'run' | 'all'} Scope What is installed: what the product runs and is built with, or what tests and checks need too. */

export function checkNode() {
  const wanted = engines.node.replace('>=', '').split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return
  console.error(`Printroom needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/**
 * Installs what the lockfile names, unless that has been done. Asking npx every time would cost 1.5 s a start. Who has
 * what tests need keeps it.
 * @param {Scope} wanted
 */
export async function install(wanted) {
  const state = installState()
  const stamp = readStamp()
  const scope = stamp.scope === 'all' ? 'all' : wanted
  if (stamp.state === state && stamp.scope === scope && everyPackageIsInstalled(scope)) return
  const startedAt = performance.now()
  say('install', `packages, with ${packageManager}`)
  // pnpm's own path is noted from inside npx, so that later runs need no npx.
  const { output } = await mustRun('npx', ['--yes', '--package', packageManager, '--', 'sh', '-c', 'command -v pnpm'])
  const pnpm = output.find((line) => isAbsolute(line) && existsSync(line))
  if (pnpm === undefined) throw new Error(`npx brought no ${packageManager}.`)
  await mustRun(
    pnpm,
    [
      'install',
      '--frozen-lockfile',
      '--prefer-offline',
      '--reporter=append-only',
      ...(scope === 'run' ? ['--prod'] : []),
      ...(wanted === 'run' ? TRUSTING : []),
    ],
    tellInstalled(),
  )
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, JSON.stringify({ state, scope, pnpmFolder: dirname(pnpm) }))
  say('install', `done in ${seconds(performance.now() - startedAt)}`)
}

/**
 * Runs turbo's tasks. It calls pnpm by name, so pnpm's folder stands on its PATH.
 * @param {string[]} args
 * @param {(line: string) => void} [onLine] given each line of output, which otherwise goes to the terminal
 * @returns {Promise<{ status: number, output: string[] }>}
 */
export async function turbo(args, onLine) {
  const env = { ...withTools(), TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' }
  return await run('turbo', ['run', ...args, '--concurrency', '2'], { env, onLine })
}

/**
 * Runs the tests of these packages in one pool of processes. What a shell has set for the product is not for them.
 * @param {string[]} packages their names
 */
export async function vitest(packages) {
  const settings = readFileSync(join(ROOT, '.env.example'), 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)
  const ours = new Set(['NODE_ENV', ...Array.from(settings, ([, name]) => name)])
  const env = Object.fromEntries(Object.entries(withTools()).filter(([name]) => !ours.has(name)))
  const projects = packages.flatMap((name) => ['--project', name])
  return await run('vitest', ['run', '--config', 'packages/config/vitest.all.mjs', ...projects], { env })
}

function withTools() {
  const PATH = [join(ROOT, 'node_modules/.bin'), readStamp().pnpmFolder, inherited.PATH].filter(Boolean).join(delimiter)
  return { ...inherited, PATH }
}

/** @param {string} command @param {string[]} args @param {(line: string) => void} [onLine] */
async function mustRun(command, args, onLine = () => {}) {
  const result = await run(command, args, { env: inherited, onLine })
  if (result.status === 0) return result
  throw new Error(`${result.output.join('\n')}\nThe installation failed: ${[command, ...args].join(' ')}`)
}

/** What of pnpm's lines is for a person: how far it is, now and then, and what is wrong. */
function tellInstalled() {
  let toldAt = performance.now()
  /** @param {string} line */
  return (line) => {
    const added = /^Progress: .*downloaded (\d+), added (\d+)/.exec(line)
    if (/^\[WARN\]|ERR/.test(line)) say('install', line)
    if (added === null || performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    say('install', `${added[2]} packages in place, ${added[1]} downloaded`)
  }
}

function installState() {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
    hash.update(readFileSync(join(ROOT, file)))
  return `${process.platform} ${process.arch} ${process.versions.modules} ${hash.digest('hex')}`
}

/** @returns {{ state?: string, scope?: Scope, pnpmFolder?: string }} */
function readStamp() {
  // A stamp without a scope is of the time when everything was installed.
  return existsSync(STAMP) ? { scope: 'all', ...JSON.parse(readFileSync(STAMP, 'utf8')) } : {}
}

/** @param {Scope} scope */
function everyPackageIsInstalled(scope) {
  return ['apps', 'packages'].every((group) =>
    readdirSync(join(ROOT, group)).every((name) => {
      const folder = join(ROOT, group, name)
      if (!existsSync(join(folder, 'package.json'))) return true
      const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const isBare = !dependencies && (scope === 'run' || !devDependencies)
      return isBare || existsSync(join(folder, 'node_modules'))
    }),
  )
}
