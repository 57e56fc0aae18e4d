import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { runningDatabaseUrl } from '../src/database.ts'
import { ROOT } from '../src/env.mjs'

const READY = /ready after .* (http:\S+)/
const POLL_MS = 50
const HANGS_AFTER_MS = 120_000

export type Launcher = {
  pid: number
  output: () => string
  /** Waits for the line that names the address. */
  address: () => Promise<string>
  /** Exit status. */
  ended: Promise<number | null>
}

/** A folder that root's Postgres, which is another account, can enter too. */
export function temporaryDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'printroom-local-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Ends whatever a failed test left running. */
export async function endAllOn(dataDir: string): Promise<void> {
  for (const pid of processesOn(dataDir)) kill(pid)
  await untilNothingRunsOn(dataDir)
}

/**
 * The launcher as `npm start` runs it, its real children included; on what is built already, unless `args` say otherwise.
 * `checkout` is another folder than this one that holds the sources.
 */
export function launch(
  dataDir: string,
  env: Record<string, string> = {},
  args = ['--no-build'],
  checkout = ROOT,
): Launcher {
  const { npm_lifecycle_event: _npm, PORT: _port, DATABASE_URL: _url, NODE_ENV: _mode, ...inherited } = process.env
  const child = spawn(process.execPath, ['src/start.mjs', ...args], {
    cwd: join(checkout, 'apps/local'),
    env: { ...inherited, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let hasEnded = false
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true
      resolve(code)
    })
  })
  if (child.pid === undefined) throw new Error('The launcher did not start.')
  return { pid: child.pid, output: () => output, address, ended }

  async function address(): Promise<string> {
    for (;;) {
      const found = READY.exec(output)?.[1]
      if (found !== undefined) return found
      if (hasEnded) throw new Error(`The launcher ended before it was ready:\n${output}`)
      await sleep(POLL_MS)
    }
  }
}

/** Every process that was given this data folder, by its environment or its command line. Reads /proc, so Linux only. */
export function processesOn(dataDir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => read(pid, 'cmdline').includes(dataDir) || read(pid, 'environ').includes(`DATA_DIR=${dataDir}\0`))
}

/** @throws Error naming what is left when nothing has ended for far longer than any process takes to stop */
export async function untilNothingRunsOn(dataDir: string): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    const left = processesOn(dataDir)
    if (left.length === 0) return
    if (Date.now() - startedAt > HANGS_AFTER_MS)
      throw new Error(
        `Still running:\n${left.map((pid) => `${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ')}`).join('\n')}`,
      )
    await sleep(POLL_MS)
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}

/** Asks the Postgres that runs on this data folder. */
export async function query(dataDir: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: runningDatabaseUrl(dataDir) })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

function read(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
