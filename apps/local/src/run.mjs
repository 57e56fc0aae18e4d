import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ROOT } from './env.mjs'
import { sharedWith } from './checkout.mjs'

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a command at the repository's root to its end. A wish to stop is passed on, and obeyed once the command has ended,
 * so that nothing goes on in the background.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, onLine?: ((line: string) => void) | undefined }} how without `onLine` the output goes to the terminal
 * @returns {Promise<{ status: number, output: string[] }>} `output` in lines, where it does not go to the terminal
 */
export async function run(command, args, { env, onLine }) {
  const output = /** @type {string[]} */ ([])
  const child = spawn(command, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', ...(onLine ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
  })
  if (child.pid !== undefined) sharedWith(child.pid)
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line)
      onLine?.(line)
    })
  }
  let isStopping = false
  /** @param {NodeJS.Signals} signal */
  const stop = (signal) => {
    isStopping = true
    child.kill(signal)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  for (const signal of STOP_SIGNALS) process.off(signal, stop)
  if (isStopping) process.exit(1)
  return { status, output }
}
