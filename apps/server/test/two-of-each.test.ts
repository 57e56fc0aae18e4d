import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import type { MockupWire } from '@printroom/contract/wire'
import { createContext } from '@printroom/core/boot/context'
import { parseEnv } from '@printroom/core/env'
import { createTestDatabase } from '@printroom/db/testing/database'
import sharp from 'sharp'
import { afterAll, expect, it, vi } from 'vitest'
import { Client } from './harness.ts'
import { end } from './processes.ts'

const APPS = fileURLToPath(new URL('../../', import.meta.url))
const COLOURS = ['mug-white', 'mug-black', 'mug-red', 'mug-blue']

const { url } = await createTestDatabase()
const processes: ChildProcess[] = []
const folders: string[] = []

afterAll(async () => {
  await Promise.all(processes.map(end))
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

type Started = { found: string; said: () => string }

/** A process of an app; resolves when `pattern` is found in its output. */
async function start(app: string, pattern: RegExp, env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, APP_PROGRAM, {
    cwd: join(APPS, app),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.push(child)
  let said = ''
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${app} ended: ${said}`)))
    child.stdout!.on('data', (chunk) => {
      const found = pattern.exec((said += chunk))?.[1]
      if (found) resolve({ found, said: () => said })
    })
  })
}

it(
  'two servers and two workers, each with a folder of its own, share nothing but Postgres and the store',
  { timeout: 240_000 },
  async () => {
    const { found: sandbox } = await start('sandbox', /only: (http\S+)/, { SANDBOX_PORT: '0' })
    const machine = async () => {
      const folder = await mkdtemp(join(tmpdir(), 'printroom-machine-'))
      folders.push(folder)
      const env = {
        NODE_ENV: 'test',
        DATABASE_URL: url,
        DATA_DIR: folder,
        STORAGE: 'uploadthing',
        SANDBOX_URL: sandbox,
        PORT: '0',
        RATE_LIMITS: 'off',
        WORKER_CONCURRENCY: '1',
      }
      const [server, worker] = await Promise.all([
        start('server', /"address":"([^"]+)"/, env),
        start('worker', /(worker is ready)/, env),
      ])
      return { url: server.found, worker, env }
    }
    const [first, second] = await Promise.all([machine(), machine()])
    const here = await new Client(first).register('two@example.com')
    const there = new Client(second)
    for (const cookie of here.cookie.split('; ')) there.keep(cookie)

    const png = await sharp({ create: { width: 400, height: 400, channels: 4, background: '#0a0' } })
      .png()
      .toBuffer()
    const design = await (await here.upload(png)).json()
    const order = (client: Client, colour: string) =>
      client.fetch('/api/generate-mockup', {
        json: {
          design_id: design.id,
          product: 'mug',
          colour,
          model_style: 'studio-product',
          background: 'off-white',
          design_size: 'medium',
        },
      })
    const answers = await Promise.all(COLOURS.map((colour, index) => order(index % 2 ? here : there, colour)))
    const mockups = await Promise.all(answers.map((answer) => answer.json<MockupWire>()))
    expect(mockups.map(({ colour }) => colour)).toEqual(COLOURS)

    for (const { file_url } of [...mockups, design]) {
      const [one, other] = await Promise.all(
        [here, there].map(async (client) => Buffer.from(await (await client.fetch(file_url)).arrayBuffer())),
      )
      expect(one!.length).toBeGreaterThan(500)
      expect(one!.equals(other!)).toBe(true)
    }
    const made = [first, second].map(({ worker }) => worker.said().split('a mockup is done').length - 1)
    expect(made[0]! + made[1]!).toBe(COLOURS.length)
    for (const count of made) expect(count).toBeGreaterThan(0)
    for (const folder of folders) expect(await readdir(folder, { recursive: true })).toEqual([])
    const strangers = await fetch(`${second.url}${mockups[0]!.file_url}`)
    expect(strangers.status).toBe(401)

    // Deleted with its row, by whichever worker takes the job.
    const { context, close } = await createContext(parseEnv(first.env), { info() {}, warn() {}, error() {} })
    try {
      const [doomed, kept] = await Promise.all(
        [0, 1].map((at) => context.db.mockup.findUniqueOrThrow({ where: { id: mockups[at]!.id } })),
      )
      expect((await there.fetch(`/api/mockups/${doomed!.id}`, { method: 'DELETE' })).status).toBe(200)
      await vi.waitFor(
        async () =>
          expect(
            await Promise.all([doomed!.fileKey, doomed!.thumbnailKey].map((key) => context.storage.sizeOf(key))),
          ).toEqual([null, null]),
        { timeout: 60_000, interval: 200 },
      )
      expect(await context.storage.sizeOf(kept!.fileKey)).toBeGreaterThan(500)
    } finally {
      await close()
    }
  },
)
