import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { afterAll } from 'vitest'

const SANDBOX = fileURLToPath(new URL('../../../apps/sandbox/', import.meta.url))

/** A sandbox of this file's own, as a process on a free port; ends with the tests. @returns its address */
export async function startSandbox(): Promise<string> {
  const sandbox = spawn(process.execPath, APP_PROGRAM, {
    cwd: SANDBOX,
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterAll(async () => {
    const gone = once(sandbox, 'exit')
    sandbox.kill('SIGKILL')
    await gone
  })
  let said = ''
  for await (const chunk of sandbox.stdout) {
    const address = /only: (http\S+)/.exec((said += chunk))?.[1]
    if (!address) continue
    sandbox.stdout.resume()
    return address
  }
  throw new Error(`the sandbox ended before it listened: ${said}`)
}
