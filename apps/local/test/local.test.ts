import { existsSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { runningDatabaseUrl } from '../src/database.ts'
import { ROOT } from '../src/env.mjs'
import { endAllOn, kill, launch, processesOn, query, temporaryDataDir, untilNothingRunsOn } from './launch.ts'

// One data folder for all: a start on the data of the last one is what most starts are, and only the first makes a
// database. The tests count processes by /proc.
const dataDir = temporaryDataDir()
afterEach(() => endAllOn(dataDir))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe.skipIf(!existsSync('/proc/self/environ'))('npm start', () => {
  test('is ready when it prints the address, stops on Ctrl-C, and starts again on the same data', async () => {
    const first = launch(dataDir)
    expect((await fetch(`${await first.address()}/readyz`)).status).toBe(200)
    await query(dataDir, 'CREATE TABLE kept AS SELECT 42 AS answer')
    process.kill(first.pid, 'SIGINT')
    expect(await first.ended).toBe(0)
    expect(processesOn(dataDir)).toEqual([])

    const second = launch(dataDir)
    await second.address()
    expect(await query(dataDir, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    process.kill(second.pid, 'SIGTERM')
    expect(await second.ended).toBe(0)
    expect(processesOn(dataDir)).toEqual([])
  })

  test('killed with -9, it takes its children with it', async () => {
    const launcher = launch(dataDir)
    await launcher.address()
    kill(launcher.pid)
    await untilNothingRunsOn(dataDir)
  })

  test('killed with -9, it takes also those with it that hang', async () => {
    const launcher = launch(dataDir)
    await launcher.address()
    const hung = processesOn(dataDir).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('follow-launcher'),
    )
    expect(hung.length).toBeGreaterThan(1)
    for (const pid of hung) process.kill(pid, 'SIGSTOP')
    kill(launcher.pid)
    await untilNothingRunsOn(dataDir)
  })

  test('killed with -9, it does not block the start right after', async () => {
    const killed = launch(dataDir)
    await killed.address()
    kill(killed.pid)
    const next = launch(dataDir)
    expect((await fetch(`${await next.address()}/readyz`)).status).toBe(200)
    process.kill(next.pid, 'SIGINT')
    expect(await next.ended).toBe(0)
  })

  test('starts again after everything was killed with -9', async () => {
    await launch(dataDir).address()
    for (const pid of processesOn(dataDir)) kill(pid)
    await untilNothingRunsOn(dataDir)
    const next = launch(dataDir)
    expect((await fetch(`${await next.address()}/readyz`)).status).toBe(200)
    process.kill(next.pid, 'SIGINT')
    expect(await next.ended).toBe(0)
  })

  test('starts a crashed process again and says so', async () => {
    const launcher = launch(dataDir)
    const address = await launcher.address()
    const server = processesOn(dataDir).find((pid) => readlinkSync(`/proc/${pid}/cwd`).endsWith('/apps/server'))
    kill(server ?? 0)
    await expect
      .poll(() => launcher.output(), { timeout: 60_000 })
      .toMatch(/server +│ ended \(SIGKILL\); starting it again/)
    await expect.poll(() => statusOf(`${address}/readyz`), { timeout: 120_000 }).toBe(200)
    process.kill(launcher.pid, 'SIGINT')
    expect(await launcher.ended).toBe(0)
  })

  test('brings back a Postgres that was killed', async () => {
    const launcher = launch(dataDir)
    const address = await launcher.address()
    const before = runningDatabaseUrl(dataDir)
    const postmaster = processesOn(dataDir).find((pid) => readlinkSync(`/proc/${pid}/exe`).endsWith('/bin/postgres'))
    kill(postmaster ?? 0)
    await expect.poll(() => launcher.output(), { timeout: 60_000 }).toContain('ended by itself; starting it again')
    await expect.poll(() => runningDatabaseUrl(dataDir), { timeout: 120_000 }).toBe(before)
    await expect.poll(() => statusOf(`${address}/readyz`), { timeout: 120_000 }).toBe(200)
    process.kill(launcher.pid, 'SIGINT')
    expect(await launcher.ended).toBe(0)
    expect(processesOn(dataDir)).toEqual([])
  })

  test('refuses data that another launcher holds, and says where that one is', async () => {
    const holder = launch(dataDir)
    const address = await holder.address()
    const second = launch(dataDir)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Printroom already runs on ${dataDir}: ${address} (process ${holder.pid})`)
    expect(await statusOf(`${address}/readyz`)).toBe(200)
    process.kill(holder.pid, 'SIGINT')
    expect(await holder.ended).toBe(0)
  })

  test('has a picture of the preview made when a page asks for it, and the others in the background', async () => {
    const platesDir = mkdtempSync(join(tmpdir(), 'printroom-plates-'))
    const launcher = launch(dataDir, { PLATES_DIR: platesDir })
    const address = await launcher.address()
    const { backdrops } = JSON.parse(readFileSync(join(ROOT, 'packages/imaging/dist/small-studio.json'), 'utf8'))
    // The list's last, which the background comes to after minutes.
    const response = await fetch(`${address}/assets/plates/${backdrops.at(-1).light}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    await expect
      .poll(() => readdirSync(platesDir).filter((file) => /\.(bin|webp)$/.test(file)).length, { timeout: 60_000 })
      .toBeGreaterThan(3)
    expect(launcher.output()).toMatch(/plates +│ \d+ of \d+ pictures of the preview are there/)
    process.kill(launcher.pid, 'SIGINT')
    expect(await launcher.ended).toBe(0)
    expect(processesOn(dataDir)).toEqual([])
    rmSync(platesDir, { recursive: true })
  })

  test('refuses a port that was asked for and is taken', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const bound = taken.address()
    const port = bound !== null && typeof bound === 'object' ? bound.port : 0
    const launcher = launch(dataDir, { PORT: String(port) })
    expect(await launcher.ended).toBe(1)
    expect(launcher.output()).toContain(`Port ${port} is taken.`)
    taken.close()
  })
})

async function statusOf(url: string): Promise<number> {
  return await fetch(url).then(
    (response) => response.status,
    () => 0,
  )
}
