import { existsSync, readFileSync, readdirSync, watch } from 'node:fs'
import { join, relative } from 'node:path'
import { APPS, type AppName, type Bundler, createBundler } from '@printroom/config/src/bundle.mjs'
import { ROOT } from './env.mjs'
import { say } from './say.mjs'
import type { Supervised } from './supervise.ts'

/** An editor writes a file in several steps, and a version change many files. */
const SETTLE_MS = 60
const SOURCE = /\.(ts|mts|mjs|json)$/
const OURS = '@printroom/'

/** Of an app's own folder: a build or a test run beside it must not change what is running. */
const IN_DEV = 'dist/dev'
export const PROGRAM_IN_DEV = ['--enable-source-maps', `${IN_DEV}/main.mjs`] as const

export type Bundlers = Record<AppName, Bundler>

/**
 * Makes the programs of server, worker and sandbox from the sources of this checkout.
 * @throws Error with the compiler's words when they have a fault
 */
export async function buildApps(): Promise<Bundlers> {
  const made = APPS.map(async (app) => {
    const bundler = await createBundler(app, { into: IN_DEV, root: ROOT, withPackages: false })
    await bundler.build()
    return [app, bundler] as const
  })
  return Object.fromEntries(await Promise.all(made)) as Bundlers
}

/**
 * Makes an app's program anew and starts it again when a source of its own changes, or of a package that it depends on.
 * Sources with a fault leave it running as it was. Vite sees to its own.
 */
export function restartOnChange(apps: readonly Supervised[], bundlers: Bundlers): void {
  const sources = apps.filter(isBundled).map((app) => ({ app, folders: sourceFolders(join('apps', app.name)) }))
  const changed = new Set<string>()
  let settled: NodeJS.Timeout | undefined
  let line = Promise.resolve()
  for (const folder of new Set(sources.flatMap(({ folders }) => [...folders])))
    watchBelow(join(ROOT, folder), (file) => {
      changed.add(relative(ROOT, file))
      clearTimeout(settled)
      // What is saved while programs are made is in none of them yet.
      settled = setTimeout(() => (line = line.then(restart)), SETTLE_MS)
    })

  async function restart(): Promise<void> {
    const files = [...changed]
    changed.clear()
    const affected = sources.filter(({ folders }) =>
      files.some((file) => [...folders].some((folder) => file.startsWith(`${folder}/`))),
    )
    if (affected.length === 0) return
    const [first = '', ...others] = files
    say(
      'local',
      `${first}${others.length > 0 ? ` and ${others.length} more` : ''} changed; restarting ${affected.map(({ app }) => app.name).join(', ')}`,
    )
    await Promise.all(
      affected.map(({ app }) =>
        bundlers[app.name].build().then(
          () => app.restart(),
          (error: Error) => error.message.split('\n').forEach((words) => say(app.name, words)),
        ),
      ),
    )
  }
}

const isBundled = (app: Supervised): app is Supervised & { name: AppName } => APPS.some((name) => name === app.name)

/** The `src` of a package and of all of ours that it depends on, seen from the root. */
function sourceFolders(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(join(folder, 'src'))) return found
  found.add(join(folder, 'src'))
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(ROOT, folder, 'package.json'), 'utf8'),
  )
  for (const name of Object.keys(dependencies))
    if (name.startsWith(OURS)) sourceFolders(join('packages', name.slice(OURS.length)), found)
  return found
}

/** Folder by folder: Node 20's recursive watch loses a file on Linux that an editor replaces by another. */
function watchBelow(folder: string, onChange: (file: string) => void): void {
  const watched = new Set<string>()
  const watcher = watch(folder, (_event, name) => {
    if (name === null) return
    if (SOURCE.test(name)) return onChange(join(folder, name))
    const isFolder = subfolders(folder).includes(name)
    if (!isFolder) watched.delete(name)
    else if (!watched.has(name)) {
      follow(name)
      // What came with it was there before its watcher.
      onChange(join(folder, name))
    }
  })
  // A folder that is deleted ends its watcher with an error on some systems.
  watcher.on('error', () => watcher.close())
  for (const name of subfolders(folder)) follow(name)

  function follow(name: string): void {
    watched.add(name)
    watchBelow(join(folder, name), onChange)
  }
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}
