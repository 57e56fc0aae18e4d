import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hostilePngs } from '../bench/stall/hostile-pngs.ts'
import { Client } from './harness.ts'
import { startProcess } from './processes.ts'

/*
 * One account sends ten uploads that each cost seconds and hundreds of megabytes to read, while another asks for their
 * account and a third for the landing page. A real server, a real worker with the limits of default settings.
 */
const { url: database } = await createTestDatabase()
const [dist, files] = await Promise.all(['dist', 'files'].map((name) => mkdtemp(join(tmpdir(), `printroom-${name}-`))))
afterAll(() => Promise.all([dist!, files!].map((folder) => rm(folder, { recursive: true, force: true }))))
await writeFile(join(dist!, 'index.html'), '<!doctype html><title>Printroom</title>')
const env = {
  NODE_ENV: 'test',
  DATABASE_URL: database,
  WEB_DIST: dist!,
  DATA_DIR: files!,
  PORT: '0',
  RATE_LIMITS: 'off',
  WORKER_CONCURRENCY: '0',
}
const [server] = await Promise.all([startProcess('server', env), startProcess('worker', env)])
const maya = await new Client(server).register('maya@example.com')
const mallory = await new Client(server).register('mallory@example.com')
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

const UPLOADS = 10
/** How much longer the median answer may take beside the uploads than without them. */
const FACTOR = 2
/** Answers that are this quick are quick enough, whatever their ratio. Milliseconds. */
const FLOOR_MS = 10
/** What else this machine does comes and goes; a server that reads pictures is slow each time. */
const TRIES = 3
const QUIET_ASKED = 100

let pngs: { bytes: Buffer }[]
beforeAll(async () => void (pngs = await hostilePngs()), 120_000)

/** Status, and milliseconds until the last byte. */
function ask(path: string): Promise<{ status: number; ms: number }> {
  const { hostname, port } = new URL(server.url)
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request({ agent, hostname, port, path, headers: { cookie: maya.cookie } }, (answer) =>
      answer.resume().once('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - startedAt })),
    )
    asked.once('error', reject).end()
  })
}

/** The median answer to `GET /api/user` while `goesOn`; the landing page is asked for as well. */
async function watch(goesOn: (asked: number) => boolean): Promise<{ median: number; statuses: Set<number> }> {
  const [times, statuses]: [number[], Set<number>] = [[], new Set()]
  for (let asked = 0; goesOn(asked); asked += 1) {
    const { status, ms } = await ask('/api/user')
    times.push(ms)
    statuses.add(status)
    if (asked % 10 === 0) statuses.add((await ask('/')).status)
  }
  return { median: times.toSorted((one, other) => one - other)[times.length >> 1] ?? Infinity, statuses }
}

async function round(): Promise<{ quiet: number; beside: number; statuses: Set<number>; answers: number[] }> {
  const before = await watch((asked) => asked < QUIET_ASKED)
  let open = UPLOADS
  const sent = Array.from({ length: UPLOADS }, async (_, nth) => {
    const { status } = await mallory.upload(pngs[nth % pngs.length]!.bytes)
    open -= 1
    return status
  })
  const beside = await watch(() => open > 0)
  const answers = await Promise.all(sent)
  const after = await watch((asked) => asked < QUIET_ASKED)
  return { quiet: Math.max(before.median, after.median), beside: beside.median, statuses: beside.statuses, answers }
}

it(
  'ten hostile uploads of one account at most double what another waits for an answer',
  { timeout: 600_000 },
  async () => {
    const ratios: string[] = []
    for (let left = TRIES; left > 0; left -= 1) {
      const { quiet, beside, statuses, answers } = await round()
      expect(statuses).toEqual(new Set([200]))
      // The large one is a picture like any other, or there was no time for it (408, 503); the others are refused.
      expect(answers.filter((status) => ![200, 201, 408, 422, 503].includes(status))).toEqual([])
      ratios.push(`${beside.toFixed(1)} ms beside the uploads, ${quiet.toFixed(1)} ms without`)
      if (beside <= FACTOR * Math.max(quiet, FLOOR_MS / FACTOR)) return
    }
    expect.fail(ratios.join('; '))
  },
)
