import { existsSync, readFileSync, readdirSync, watch } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from './env.mjs'
import { say } from './say.mjs'
import type { Supervised } from './supervise.ts'

export type AppName = 'server' | 'worker' | 'sandbox'

/** An editor writes a file in several steps, and a version change many files. */
const SETTLE_MS = 60
const SOURCE = /\.(ts|mts|mjs|json)$/
const OURS = '@printroom/'

/** Starts an app again when a source of its own changes, or of a package that it depends on. Vite sees to its own. */
export function restartOnChange(apps: readonly Supervised[]): void {
  const sources = apps
    .filter(({ name }) => name !== 'client')
    .map((app) => ({ app, folders: sourceFolders(join('apps', app.name)) }))
  const changed = new Set<string>()
  let settled: NodeJS.Timeout | undefined
  for (const folder of new Set(sources.flatMap(({ folders }) => [...folders])))
    watchBelow(join(ROOT, folder), (file) => {
      changed.add(relative(ROOT, file))
      clearTimeout(settled)
      settled = setTimeout(restart, SETTLE_MS)
    })

  function restart(): void {
    const files = [...changed]
    changed.clear()
    const affected = sources.filter(({ folders }) =>
      files.some((file) => [...folders].some((folder) => file.startsWith(`${folder}/`))),
    )
    const [first = '', ...others] = files
    say(
      'local',
      `${first}${others.length > 0 ? ` and ${others.length} more` : ''} changed; restarting ${affected.map(({ app }) => app.name).join(', ')}`,
    )
    for (const { app } of affected) app.restart()
  }
}

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
