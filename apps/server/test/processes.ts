import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { afterAll } from 'vitest'

const APPS = fileURLToPath(new URL('../../', import.meta.url))
const READY = { server: /"address":"([^"]+)"/, worker: /(worker is ready)/ } as const

/** `said` is everything that it has written so far, on both of its outputs. */
export type Running = { url: string; said: () => string; child: ChildProcess }

/** The real server or worker, in a process of its own with no environment but this; it is up when this resolves. */
export async function startProcess(app: keyof typeof READY, env: Record<string, string>): Promise<Running> {
  const { child, said } = run(app, env)
  afterAll(() => end(child))
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the ${app} ended:\n${said()}`)))
    child.stdout!.on('data', () => {
      const url = READY[app].exec(said())?.[1]
      if (url) resolve({ url, said, child })
    })
  })
}

/** Runs a process that is expected to end by itself; one that comes up instead is ended, with no code of its own. */
export async function runToEnd(
  app: keyof typeof READY,
  env: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const { child, said } = run(app, env)
  child.stdout!.on('data', () => READY[app].test(said()) && child.kill('SIGKILL'))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: said() }
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function run(app: string, env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, APP_PROGRAM, {
    cwd: APPS + app,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout!, child.stderr!]) output.on('data', (chunk) => (said += chunk))
  return { child, said: () => said }
}
