import { existsSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { runningDatabaseUrl } from '../src/database.ts'
import { endAllOn, kill, launch, processesOn, temporaryDataDir, untilNothingRunsOn } from './launch.ts'

// One data folder for all: a start on the data of the last one is what most starts are, and only the first makes a
// database. The tests count processes by /proc.
const dataDir = temporaryDataDir()
afterEach(() => endAllOn(dataDir))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe.skipIf(!existsSync('/proc/self/environ'))('npm start', () => {
  test('is ready when it prints the address, stops on Ctrl-C, and starts again on the same data', async () => {
    const first = launch(dataDir)
    expect((await fetch(`${await first.address()}/readyz`)).status).toBe(200)
    await query('CREATE TABLE kept AS SELECT 42 AS answer')
    process.kill(first.pid, 'SIGINT')
    expect(await first.ended).toBe(0)
    expect(processesOn(dataDir)).toEqual([])

    const second = launch(dataDir)
    await second.address()
    expect(await query('SELECT answer FROM kept')).toEqual([{ answer: 42 }])
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
    await expect.poll(() => launcher.output(), { timeout: 10_000 }).toMatch(/server +│ ended \(SIGKILL\); starting it again/)
    await expect.poll(() => statusOf(`${address}/readyz`), { timeout: 20_000 }).toBe(200)
    process.kill(launcher.pid, 'SIGINT')
    expect(await launcher.ended).toBe(0)
  })

  test('brings back a Postgres that was killed', async () => {
    const launcher = launch(dataDir)
    const address = await launcher.address()
    const before = runningDatabaseUrl(dataDir)
    const postmaster = processesOn(dataDir).find((pid) => readlinkSync(`/proc/${pid}/exe`).endsWith('/bin/postgres'))
    kill(postmaster ?? 0)
    await expect.poll(() => launcher.output(), { timeout: 10_000 }).toContain('ended by itself; starting it again')
    await expect.poll(() => runningDatabaseUrl(dataDir), { timeout: 20_000 }).toBe(before)
    await expect.poll(() => statusOf(`${address}/readyz`), { timeout: 30_000 }).toBe(200)
    process.kill(launcher.pid, 'SIGINT')
    expect(await launcher.ended).toBe(0)
    expect(processesOn(dataDir)).toEqual([])
  })

  test('refuses data that another launcher holds, and says where that one is', async () => {
    const holder = launch(dataDir)
    const address = await holder.address()
    const second = launch(dataDir)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`Printroom already runs on ${dataDir}: ${address}.`)
    expect(await statusOf(`${address}/readyz`)).toBe(200)
    process.kill(holder.pid, 'SIGINT')
    expect(await holder.ended).toBe(0)
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

async function query(sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: runningDatabaseUrl(dataDir) })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

async function statusOf(url: string): Promise<number> {
  return await fetch(url).then(
    (response) => response.status,
    () => 0,
  )
}
