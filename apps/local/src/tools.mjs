// What a machine with only Node and npm needs before anything else can run: the packages, and pnpm for turbo. Plain
// JavaScript with no imports but Node's, because it runs before the first install.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const STAMP = join(ROOT, 'node_modules/.cache/printroom-install.json')
const { packageManager, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

export function checkNode() {
  const wanted = engines.node.replace('>=', '').split('.').map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return
  console.error(`Printroom needs Node ${wanted.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** Installs what the lockfile names, unless that has been done. Asking npx every time would cost 1.5 s a start. */
export function install() {
  const state = installState()
  if (readStamp().state === state && everyPackageIsInstalled()) return
  console.log('Installing packages …')
  // pnpm's own path is noted from inside npx, so that later runs need no npx.
  const note = 'console.log(process.env.PATH)'
  run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'])
  const { stdout } = spawnSync('npx', ['--yes', '--package', packageManager, '--', 'node', '-e', note], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const pnpmFolder = stdout.split(delimiter).find((folder) => existsSync(join(folder, 'pnpm')))
  mkdirSync(dirname(STAMP), { recursive: true })
  writeFileSync(STAMP, JSON.stringify({ state, pnpmFolder }))
}

/** Runs turbo's tasks. It calls pnpm by name, so pnpm's folder stands on its PATH. Returns the exit status. */
export function turbo(args, options = {}) {
  const { pnpmFolder } = readStamp()
  const PATH = [join(ROOT, 'node_modules/.bin'), pnpmFolder, process.env.PATH].filter(Boolean).join(delimiter)
  const env = { ...process.env, PATH, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' }
  const direct = pnpmFolder !== undefined && existsSync(join(pnpmFolder, 'pnpm'))
  const command = direct ? ['turbo'] : ['npx', '--yes', packageManager, 'exec', 'turbo']
  const concurrency = ['--concurrency', '2']
  return spawnSync(command[0], [...command.slice(1), 'run', ...args, ...concurrency], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    ...options,
  })
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}

function installState() {
  const hash = createHash('sha256')
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) hash.update(readFileSync(join(ROOT, file)))
  return `${process.platform} ${process.arch} ${process.versions.modules} ${hash.digest('hex')}`
}

function readStamp() {
  return existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, 'utf8')) : {}
}

function everyPackageIsInstalled() {
  return ['apps', 'packages'].every((group) =>
    readdirSync(join(ROOT, group)).every(
      (name) => !existsSync(join(ROOT, group, name, 'package.json')) || existsSync(join(ROOT, group, name, 'node_modules')),
    ),
  )
}
