import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { limitProcess } from '../src/jobs/process-limits.ts'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** A process that runs this program, from when it has said that it does. */
async function running(program: string): Promise<number | undefined> {
  const child = spawn(process.execPath, ['-e', `console.log('runs'); ${program}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child.pid
}

const isOver = (pid: number | undefined, limits: Parameters<typeof limitProcess>[1]) =>
  new Promise<string>((resolve) => limitProcess(pid, limits, resolve))

it.runIf(process.platform === 'linux')('what a process may use is processor time, of all its threads', async () => {
  const busy = 'for (;;);'
  const threads = `const { Worker } = require('node:worker_threads'); for (const code of Array(2).fill('${busy}')) new Worker(code, { eval: true })`
  for (const program of [busy, threads])
    // However little of a busy machine it gets.
    expect(await isOver(await running(program), { cpuMs: 500, clockMs: 120_000 })).toMatch(
      /^[\d.]+ s of processor time$/,
    )
})

it.runIf(process.platform === 'linux')('one that stands still has ten times as long by the clock', async () => {
  const startedAt = Date.now()
  expect(await isOver(await running('setInterval(() => {}, 1e6)'), { cpuMs: 300 })).toMatch(/^[\d.]+ s by the clock$/)
  expect(Date.now() - startedAt).toBeGreaterThan(3_000)
})

it.runIf(process.platform === 'linux')('and memory is told, and limited', async () => {
  const hold = 'globalThis.held = Buffer.alloc(200e6, 1); setInterval(() => {}, 1e6)'
  expect(await isOver(await running(hold), { cpuMs: 60_000, mostBytes: 150e6 })).toMatch(/^\d+ MB$/)
})

it('where the system does not tell, the clock counts; a watch that was stopped is silent', async () => {
  const watch = limitProcess(undefined, { cpuMs: 100 }, () => expect.unreachable())
  expect(watch.stop()).toBe(0)
  expect(await isOver(undefined, { cpuMs: 100 })).toMatch(/^[\d.]+ s by the clock$/)
})
