import { spawn } from 'node:child_process'
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'

/**
 * Makes a cluster in `folder` with the programs of Postgres in `programs`, as `account` where it is not the process's own.
 * Made aside and renamed, so that an initdb cut short is never taken for a cluster. The locale is Postgres' own C.UTF-8:
 * text sorts alike on every machine, and no upgrade of the system's library breaks an index.
 * @throws Error with what initdb said
 */
export async function initialise(folder: string, programs: string, password: string, account: Account): Promise<void> {
  const aside = `${folder}.new`
  const passwordFile = `${folder}.password`
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account !== undefined) {
    for (const path of [aside, passwordFile]) chownSync(path, account.uid, account.gid)
  }
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const child = spawn(join(programs, 'initdb'), ['-D', aside, '--no-sync', ...locale, ...access], {
    ...account,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  rmSync(passwordFile)
  if (code !== 0) throw new Error(`Postgres could not make its data folder ${folder}: ${complaint.trim()}`)
  renameSync(aside, folder)
}
