import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { ROOT } from '../src/env.mjs'
import { endAllOn, kill, launch, processesOn, temporaryDataDir, untilNothingRunsOn } from './launch.ts'

const LOCK = fileURLToPath(new URL('../src/lock.mjs', import.meta.url))
const PREPARE = fileURLToPath(new URL('../src/prepare.mjs', import.meta.url))

const dataDir = temporaryDataDir()
const children: ChildProcess[] = []
afterEach(() => endAllOn(dataDir))
afterAll(() => {
  for (const { pid } of children) kill(pid ?? 0)
  rmSync(dataDir, { recursive: true, force: true })
})

describe.skipIf(!existsSync('/proc/self/environ'))('npm start', () => {
  test(
    'of several starts at once on a folder whose processes were killed, one runs and the others touch nothing',
    { timeout: 300_000 },
    async () => {
      await launch(dataDir).address()
      for (const pid of processesOn(dataDir)) kill(pid)
      await untilNothingRunsOn(dataDir)
      const starts = [1, 2, 3].map(() => launch(dataDir))
      const running = await Promise.any(starts.map(async (start) => ({ start, address: await start.address() })))
      for (const other of starts.filter((start) => start !== running.start)) {
        expect(await other.ended).toBe(1)
        expect(other.output()).toContain(`Printroom already runs on ${dataDir}: `)
        expect(other.output()).toContain(`(process ${running.start.pid})`)
      }
      expect(running.start.output()).not.toContain('starting it again')
      expect((await fetch(`${running.address}/readyz`)).status).toBe(200)
    },
  )

  test('beside one that still starts, a second ends before it installs or builds anything', async () => {
    const first = launch(dataDir)
    await expect.poll(() => first.output(), { timeout: 60_000 }).toContain('starting the database')
    const second = launch(dataDir, {}, [])
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/already runs on .*: http:\S+, which is starting \(process \d+\)/)
    expect(second.output()).not.toMatch(/^(install|build) /m)
    await first.address()
  })

  test('after a launcher that was killed, the next one waits until its processes are gone', async () => {
    const killed = launch(dataDir)
    const port = new URL(await killed.address()).port
    const left = processesOn(dataDir)
      .filter((pid) => pid !== killed.pid)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('dist/main.mjs'))
    // One that does not hear that its launcher is gone, as while it computes.
    for (const pid of left) process.kill(pid, 'SIGSTOP')
    kill(killed.pid)
    const next = launch(dataDir, { PORT: port })
    await expect
      .poll(() => next.output(), { timeout: 60_000 })
      .toContain('an earlier start was killed; waiting for what it left')
    expect(next.output()).not.toContain('starting the database')
    for (const pid of left) kill(pid)
    expect(await next.address()).toBe(`http://127.0.0.1:${port}`)
  })

  test('does not build beside another command that does', async () => {
    const builder = run(
      '-e',
      `import(${JSON.stringify(LOCK)}).then(({ takeLock }) => takeLock(${JSON.stringify(join(ROOT, '.turbo/lock'))}, 'builds').lock && console.log('has it'));setInterval(() => {}, 1000)`,
    )
    await expect.poll(() => builder.output(), { timeout: 60_000 }).toContain('has it')
    // Checks in place of a build, which would put the programs that other tests start in place once more.
    const second = run(
      '-e',
      `import(${JSON.stringify(PREPARE)}).then(({ prepare }) => prepare({ tasks: ['structure'] }))`,
    )
    await expect
      .poll(() => second.output(), { timeout: 60_000 })
      .toContain(`another command installs or builds in this folder (process ${builder.child.pid}); waiting for it`)
    expect(second.child.exitCode).toBe(null)
    kill(builder.child.pid ?? 0)
    expect(await second.ended).toBe(0)
  })
})

function run(...args: string[]): { child: ChildProcess; output: () => string; ended: Promise<number | null> } {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { child, output: () => output, ended: new Promise((resolve) => child.once('close', resolve)) }
}
