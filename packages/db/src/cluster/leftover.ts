import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const FAST_STOP_MS = 20_000
const POLL_MS = 25

export type RunningPostgres = { pid: number; port: number }

/** The Postgres that runs on this folder now, whoever started it. */
export function findRunning(folder: string): RunningPostgres | undefined {
  const lines = readPidFile(folder)
  if (lines === undefined) return undefined
  // Postgres writes: pid, data folder, start time, port, …
  const running = { pid: Number(lines[0]), port: Number(lines[3]) }
  return isPostgresOf(folder, running.pid) ? running : undefined
}

/**
 * Clears what a killed launcher left: stops a Postgres that outlived it, and deletes a pid file without one. The file
 * cannot be trusted alone: in a container that starts again, the same low number soon belongs to another program, and
 * Postgres would then refuse to start.
 */
export async function clearLeftover(folder: string): Promise<void> {
  const running = findRunning(folder)
  if (running !== undefined) await stopPostgres(running.pid)
  await sessionsAreGone(folder)
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/**
 * Sessions of a Postgres that was killed outlive it until they look up. Its pid file is what keeps a second one off their
 * data, and we are about to delete it, so they are waited for. Only Linux tells where a process stands.
 */
async function sessionsAreGone(folder: string): Promise<void> {
  if (process.platform !== 'linux') return
  const deadline = Date.now() + FAST_STOP_MS
  for (let left = standingIn(folder); left.length > 0; left = standingIn(folder)) {
    if (Date.now() > deadline)
      throw new Error(`Postgres sessions (processes ${left.join(', ')}) do not end. End them, then start again.`)
    await sleep(POLL_MS)
  }
}

function standingIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder && commandOf(Number(pid)).startsWith('postgres')
    } catch {
      return false // it ended meanwhile, or is somebody else's
    }
  })
}

/** Ends every session and stops; a Postgres that does not is stopped at once and repairs itself at the next start. */
export async function stopPostgres(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await isGone(pid, FAST_STOP_MS)) return
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, FAST_STOP_MS)) return
  throw new Error(`Postgres (process ${pid}) does not stop. End that process, then start again.`)
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (commandOf(pid) !== '') {
    if (Date.now() > deadline) return false
    await sleep(POLL_MS)
  }
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function readPidFile(folder: string): string[] | undefined {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

function isPostgresOf(folder: string, pid: number): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(folder)
}

// Slim images have no `ps`, macOS has no /proc. A process that ended but was not reaped has an empty command line.
function commandOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return ''
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
