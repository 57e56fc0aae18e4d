import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { takeLock } from '../src/lock.mjs'
import { kill } from './launch.ts'

const CONTEND = fileURLToPath(new URL('contend.mjs', import.meta.url))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'printroom-lock-'))
  mkdirSync(join(folder, 'inside'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe.skipIf(!existsSync('/proc/self/stat'))('a lock', () => {
  test('has one holder at a time, however many want it and are killed with it in hand', async () => {
    const survivors = Array.from({ length: 4 }, () => contend(40))
    // One after the other is killed as soon as it has the lock.
    for (let victims = 0; victims < 6; victims += 1) {
      const victim = contend(1_000_000)
      await expect
        .poll(() => existsSync(join(folder, 'inside', String(victim.child.pid))), { interval: 1, timeout: 60_000 })
        .toBe(true)
      kill(victim.child.pid ?? 0)
      await victim.ended
      expect(victim.said()).toBe('')
    }
    for (const { ended, said } of survivors) {
      await ended
      expect(said()).toBe('done\n')
    }
    // The holders' files do not pile up.
    expect(readdirSync(join(folder, 'lock')).filter((name) => /^\d+$/.test(name))).toHaveLength(1)
  })

  test('tells who has it, and is free again once it is released', () => {
    const { lock } = takeLock(folder, 'begins')
    lock?.tell('is in the middle')
    expect(takeLock(folder, 'wants it').holder).toMatchObject({
      note: 'is in the middle',
      processes: [{ pid: process.pid }],
    })
    lock?.release()
    expect(takeLock(folder, 'wants it').lock).toBeDefined()
  })

  test('is not free before every process that shares it has ended', async () => {
    const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const { lock } = takeLock(folder, 'begins')
    lock?.share(helper.pid ?? 0)
    const { holder } = takeLock(folder, 'wants it')
    expect(holder?.processes.map(({ pid }) => pid)).toEqual([process.pid, helper.pid])
    kill(helper.pid ?? 0)
  })
})

function contend(times: number): { child: ChildProcess; ended: Promise<void>; said: () => string } {
  const child = spawn(process.execPath, [CONTEND, folder, String(times)], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { child, ended, said: () => output }
}
