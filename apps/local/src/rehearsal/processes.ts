import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { ROOT } from '../env.mjs'

const UP = { server: /"address":"([^"]+)"/, worker: /(worker is ready)/ } as const

/** `address` of a server; of a worker nothing is known but that it is up. */
export type Running = { app: keyof typeof UP; address: string; child: ChildProcess; said: () => string }

/** A server or a worker with no environment but this; it is up when this resolves. */
export async function startProcess(app: keyof typeof UP, env: Record<string, string>): Promise<Running> {
  const { child, said } = run(join('apps', app), APP_PROGRAM, env)
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The ${app} ended before it was up:\n${said()}`)))
    child.stdout?.on('data', () => {
      const address = UP[app].exec(said())?.[1]
      if (address) resolve({ app, address, child, said })
    })
  })
}

/** Asks a process to stop, and waits until it has. @throws Error when it did not end well */
export async function stopProcess({ app, child, said }: Running): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  if (child.exitCode !== 0)
    throw new Error(`The ${app} ended with ${child.exitCode ?? child.signalCode}:\n${lastLines(said())}`)
}

/**
 * Runs a command of core's to its end and answers what it said; `onBegun` is called at its first word.
 * @throws Error when its status is not 0
 */
export async function runCommand(args: string[], env: Record<string, string>, onBegun = () => {}): Promise<string> {
  const { child, said } = run('packages/core', ['--import', 'tsx', 'bin/command.mjs', ...args], env)
  child.stdout?.once('data', onBegun)
  await once(child, 'close')
  if (child.exitCode !== 0)
    throw new Error(`${args.join(' ')} ended with ${child.exitCode ?? child.signalCode}:\n${lastLines(said())}`)
  return said()
}

const lastLines = (text: string) => text.split('\n').slice(-20).join('\n')

function run(
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, args, {
    cwd: join(ROOT, folder),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, said: () => said }
}
