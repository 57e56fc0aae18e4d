import { execFileSync, spawnSync } from 'node:child_process'

/** The system account that Postgres runs as; undefined means our own. */
export type Account = { uid: number; gid: number } | undefined

/** Postgres refuses to run as root, so root hands it to the `postgres` account, made when the machine has none. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  if (!hasAccount()) {
    const useradd = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
      encoding: 'utf8',
    })
    if (!hasAccount()) {
      throw new Error(
        `Postgres does not run as root, and the account "postgres" could not be made (${useradd.stderr?.trim() || 'no useradd here'}). ` +
          'Make that account, or start Printroom as a normal user.',
      )
    }
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Whether the account may walk into the folder; every folder above it must let it through. */
export function canEnter(folder: string, account: Account): boolean {
  if (account === undefined) return true
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
  )
}

function hasAccount(): boolean {
  return spawnSync('id', ['-u', 'postgres'], { stdio: 'ignore' }).status === 0
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
