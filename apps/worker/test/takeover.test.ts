import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext } from '@printroom/core/boot'
import type { UserId } from '@printroom/core/context'
import { parseEnv } from '@printroom/core/env'
import { listenForGenerations } from '@printroom/core/generation/listener'
import { requestGeneration } from '@printroom/core/generation/request'
import { createTestDatabase } from '@printroom/db/testing/database'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'

const { url } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'printroom-worker-'))
const quiet = { info() {}, warn() {}, error() {} }
const env = { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir, WORKER_CONCURRENCY: '1' }
const { context, close } = await createContext(parseEnv(env), quiet)
const { db, storage } = context
const events = listenForGenerations(url, quiet)
const workers: ChildProcess[] = []

afterAll(async () => {
  for (const worker of workers) await end(worker, 'SIGKILL')
  await events.close()
  await close()
  await rm(dataDir, { recursive: true, force: true })
})

async function startWorker(): Promise<ChildProcess> {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const worker = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts'], { cwd, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  workers.push(worker)
  for await (const line of worker.stdout!) if (String(line).includes('worker is ready')) break
  worker.stdout!.resume()
  return worker
}

async function end(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (worker.exitCode === null && worker.signalCode === null) {
    const gone = once(worker, 'exit')
    worker.kill(signal)
    await gone
  }
  return worker.exitCode
}

const user = await db.user.create({ data: { email: 'night@example.com' } })
await db.creditEntry.create({ data: { userId: user.id, amount: 5, bucket: 'topup', reason: 'support', idempotencyKey: 'start' } })
const png = await sharp({ create: { width: 500, height: 500, channels: 4, background: '#00f' } }).png().toBuffer()
await storage.put('design-night.png', png, 'image/png')
const design = await db.design.create({
  data: { userId: user.id, filename: 'night.png', fileKey: 'design-night.png', thumbnailKey: 't', width: 500, height: 500, fileSize: png.length },
})

const order = () =>
  requestGeneration(context, user.id as UserId, {
    design_id: design.id,
    product: 'mug',
    product_model: null,
    colour: 'mug-white',
    model_style: 'studio-product',
    background: 'off-white',
    model_gender: null,
    design_size: 'medium',
  })

/** Resolves when a generation reaches a status. */
const reaches = (id: string, status: string) =>
  new Promise<void>((resolve) => {
    const look = async () => {
      if ((await db.generation.findUniqueOrThrow({ where: { id } })).status !== status) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = events.subscribe(() => void look())
    void look()
  })

describe('a worker', () => {
  it('killed in the middle of a picture is replaced within a minute: one mockup, one capture', async () => {
    const first = await startWorker()
    const id = await order()
    await reaches(id, 'rendering')
    await end(first, 'SIGKILL')
    const killedAt = Date.now()
    await startWorker()
    await reaches(id, 'done')
    expect(Date.now() - killedAt).toBeLessThan(60_000)
    expect(await db.mockup.count({ where: { generationId: id } })).toBe(1)
    expect(await db.creditEntry.count({ where: { reference: id, reason: 'capture' } })).toBe(1)
    expect(await db.generation.findUnique({ where: { id } })).toMatchObject({ attempt: 2 })
  })

  it('told to stop finishes what it is doing and leaves with 0', async () => {
    const [worker] = workers.slice(-1)
    const id = await order()
    await reaches(id, 'rendering')
    expect(await end(worker!, 'SIGTERM')).toBe(0)
    expect(await db.generation.findUnique({ where: { id } })).toMatchObject({ status: 'done', attempt: 1 })
    expect(await db.workerHeartbeat.count({ where: { pid: worker!.pid! } })).toBe(0)
  })
})
