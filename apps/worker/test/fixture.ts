import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { randomUUID } from 'node:crypto'
import type { RenderSettings } from '@printroom/contract/schemas'
import { createWorkerContext } from '@printroom/core/boot/worker-context'
import type { UserId } from '@printroom/core/context'
import { parseEnv } from '@printroom/core/env'
import { listenForGenerations } from '@printroom/core/adapters/events/listener'
import { requestGeneration } from '@printroom/core/domain/generation/request'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import { MALLOC } from '@printroom/config/src/worker-malloc.ts'
import sharp from 'sharp'

const WORKER = fileURLToPath(new URL('..', import.meta.url))
const LOOK_AGAIN_MS = 500
const quiet = { info() {}, warn() {}, error() {} }
const DESIGN = await sharp({ create: { width: 500, height: 500, channels: 4, background: '#00f' } })
  .png()
  .toBuffer()

/** What is ordered here: a mug in a studio. */
export const settingsOf = (colour: string) =>
  ({
    product: 'mug',
    product_model: null,
    colour,
    model_style: 'studio-product',
    background: 'off-white',
    model_gender: null,
    design_size: 'medium',
  }) as const satisfies RenderSettings

/** An order and what belongs to it. `design` is the path of its design's file. */
export type Order = { id: string; userId: UserId; design: string; colour: string }
/** What came of an order: how many of each there are, and whether its seller's balance is the sum of their entries. */
export type Outcome = {
  status: string
  mockups: number
  captures: number
  releases: number
  balance: number
  isBalanced: boolean
}
export type Fixture = Awaited<ReturnType<typeof createFixture>>

/**
 * Real worker processes on a real database and a folder of files. Workers run one job at a time, so that a process
 * can be killed with exactly one order in its hands.
 * @param url of a migrated, empty database
 * @param settings more of the environment; with DATA_DIR the files lie there, and stay
 */
export async function createFixture(url: string, settings: Record<string, string> = {}) {
  const ownFolder = settings.DATA_DIR ? null : await mkdtemp(join(tmpdir(), 'printroom-worker-'))
  const dataDir = settings.DATA_DIR ?? ownFolder!
  const env = { NODE_ENV: 'test', DATABASE_URL: url, DATA_DIR: dataDir, WORKER_CONCURRENCY: '1', ...settings }
  const { context, close } = await createWorkerContext(parseEnv(env), quiet)
  const { db } = context
  const events = listenForGenerations(url, quiet)
  const workers: ChildProcess[] = []
  let crash: (error: Error) => void = () => undefined
  const crashed = new Promise<never>((_, reject) => (crash = reject))
  // Whoever waits for a worker hears of it.
  crashed.catch(() => undefined)
  const outcomes = new Map<string, Outcome>()

  const fileOf = async (key: string) => {
    const names = await readdir(dataDir, { recursive: true })
    return join(
      dataDir,
      names.find((name) => name.endsWith(key))!,
    )
  }

  return {
    db,
    context,
    dataDir,

    /**
     * Resolves when the process says that it is ready. `limit`: the largest file it may write, in KiB.
     * @throws Error when one ends by itself before
     */
    async startWorker({ limit }: { limit?: number } = {}): Promise<ChildProcess> {
      const command = `${limit ? `ulimit -f ${limit * 2}; ` : ''}exec "${process.execPath}" ${APP_PROGRAM.join(' ')}`
      const worker = spawn('/bin/sh', ['-c', command], {
        cwd: WORKER,
        env: { PATH: process.env.PATH, ...MALLOC, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      workers.push(worker)
      // Read to the end of its life: a process whose log nobody takes stands still.
      let lastLines = ''
      worker.once('exit', (code) => code && crash(new Error(`a worker ended by itself with ${code}: ${lastLines}`)))
      const isReady = new Promise<void>((resolve) => {
        worker.stdout.on('data', (lines) => {
          lastLines = (lastLines + String(lines)).slice(-4000)
          if (lastLines.includes('worker is ready')) resolve()
        })
      })
      await Promise.race([isReady, crashed])
      return worker
    },

    /** Ends a process and resolves with its exit code, null after a kill. */
    end,

    /** A seller with this many credits. */
    async createSeller(credits = 1): Promise<UserId> {
      const user = await db.user.create({ data: { email: `${randomUUID()}@example.com` } })
      await db.creditEntry.create({
        data: { userId: user.id, amount: credits, bucket: 'topup', reason: 'support', idempotencyKey: randomUUID() },
      })
      return user.id as UserId
    },

    /**
     * A design, 500 × 500 pixels. With `held` its file is a pipe: the worker that claims an order of it waits until `feed`.
     * @returns its id, and the path of its file
     */
    async design(userId: UserId, { held = false, png = DESIGN as Buffer } = {}): Promise<{ id: string; path: string }> {
      const key = `design-${randomUUID()}.png`
      await context.storage.put(key, png, 'image/png')
      const path = await fileOf(key)
      if (held) {
        await rm(path)
        await promisify(execFile)('mkfifo', [path])
      }
      const { id } = await db.design.create({
        data: {
          userId,
          filename: 'night.png',
          fileKey: key,
          thumbnailKey: `thumb-${key}`,
          width: 500,
          height: 500,
          fileSize: DESIGN.length,
        },
      })
      return { id, path }
    },

    /** Orders a mug, or what `settings` say, of a design of its own: `held` and `png` are the design's. */
    async order(
      userId: UserId,
      {
        held = false,
        colour = 'mug-white',
        settings = settingsOf(colour) as RenderSettings,
        png = DESIGN as Buffer,
      } = {},
    ): Promise<Order> {
      const design = await this.design(userId, { held, png })
      const id = await requestGeneration(context, userId, { design_id: design.id, ...settings })
      return { id, userId, design: design.path, colour }
    },

    /** Lets the one who waits at the pipe go on; whoever comes later finds a plain file. */
    async feed({ design }: Pick<Order, 'design'>): Promise<void> {
      const pipe = await open(design, 'r+')
      const file = await open(`${design}.part`, 'wx')
      await file.writeFile(DESIGN)
      await file.close()
      await rename(`${design}.part`, design)
      await pipe.writeFile(DESIGN)
      await pipe.close()
    },

    /** Resolves when a generation reaches one of these states. */
    reaches: (id: string, ...states: string[]) =>
      new Promise<void>((resolve, reject) => {
        const look = async () => {
          const { status } = await db.generation.findUniqueOrThrow({ where: { id } })
          if (!states.includes(status)) return
          unsubscribe()
          resolve()
        }
        // A look that a lost database spoiled is made up for: the news after it may have been the last.
        const lookOnce = (): Promise<void> => look().catch(() => pause(LOOK_AGAIN_MS).then(lookOnce))
        const unsubscribe = events.subscribe(() => void lookOnce())
        void look().catch(reject)
      }),

    /** What an order came to. */
    async outcome({ id, userId }: Pick<Order, 'id' | 'userId'>): Promise<Outcome> {
      const [generation, mockups, captures, releases, user, ledger] = await Promise.all([
        db.generation.findUniqueOrThrow({ where: { id } }),
        db.mockup.count({ where: { generationId: id } }),
        db.creditEntry.count({ where: { reference: id, reason: 'capture' } }),
        db.creditEntry.count({ where: { reference: id, reason: 'release' } }),
        db.user.findUniqueOrThrow({ where: { id: userId } }),
        db.creditEntry.aggregate({ where: { userId }, _sum: { amount: true } }),
      ])
      const balance = user.planCredits + user.topupCredits
      const outcome = {
        status: generation.status,
        mockups,
        captures,
        releases,
        balance,
        isBalanced: balance === ledger._sum.amount,
      }
      outcomes.set(id, outcome)
      return outcome
    },

    /** Never resolves; rejects with its last lines when a worker ends by itself with a fault. */
    crashed,

    /** Where every order and its job stand, and who has been heard of when: for a test that failed after its processes are gone. */
    story: async () =>
      JSON.stringify({
        orders: await db.$queryRaw`
          SELECT g.id, g.status::text, g.attempt, g.progress, g.error_detail, j.attempts, j.locked_by, j.last_error,
            j.locked_at::text, j.run_at::text
          FROM generations g LEFT JOIN graphile_worker._private_jobs j ON j.key = g.id::text ORDER BY g.created_at DESC LIMIT 10`,
        workers: await db.$queryRaw`SELECT worker_id, pid, seen_at::text, now()::text AS now FROM worker_heartbeats`,
        statements: await db.$queryRaw`
          SELECT pid, state, wait_event, pg_blocking_pids(pid) AS "waitsFor", left(query, 120) AS query
          FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'`,
      }),

    /** Ends everything, and says what was counted. */
    async close(): Promise<void> {
      // What orders otherwise counts them itself.
      if (outcomes.size > 0) console.log(tally([...outcomes.values()]))
      for (const worker of workers) await end(worker, 'SIGKILL')
      await events.close()
      await close()
      if (ownFolder) await rm(ownFolder, { recursive: true, force: true })
    },
  }
}

function tally(outcomes: Outcome[]): string {
  const sum = (of: 'mockups' | 'captures' | 'releases') => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  const wrong = outcomes.filter(({ isBalanced }) => !isBalanced).length
  return `counted of ${outcomes.length} orders: ${sum('mockups')} mockups, ${sum('captures')} credits taken, ${sum('releases')} given back, ${wrong} balances that are not the sum of their entries`
}

async function end(worker: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (worker.exitCode === null && worker.signalCode === null) {
    const gone = once(worker, 'exit')
    worker.kill(signal)
    await gone
  }
  return worker.exitCode
}
