import { randomUUID } from 'node:crypto'
import type { GenerationRequest } from '@printroom/contract/schemas'
import { createDb, type Db } from '@printroom/db/client'
import { createTestDatabase } from '@printroom/db/testing/database'
import { afterAll } from 'vitest'
import type { UserId, WorkerContext } from '../src/context.ts'
import { parseEnv } from '../src/env.ts'
import type { Decoder } from '../src/domain/designs/decoder.ts'
import type { Engine } from '../src/domain/generation/engine.ts'
import type { Measurer } from '../src/domain/scenes/measurer.ts'
import type { Payments } from '../src/domain/billing/payments.ts'
import type { Storage } from '../src/domain/files/storage.ts'
import { StorageMissing } from '../src/domain/files/storage.ts'

/** A context on this file's own database. Engine and storage are what a test puts there; the database is real. */
export async function createFixture(
  parts: {
    engine?: Partial<Engine>
    decoder?: Partial<Decoder>
    measurer?: Partial<Measurer>
    storage?: Partial<Storage>
    payments?: Payments
  } = {},
): Promise<{ db: Db; context: WorkerContext; url: string }> {
  const { url } = await createTestDatabase()
  const db = createDb(url, 20)
  afterAll(() => db.$disconnect())
  const files = new Map<string, Buffer>()
  const storage: Storage = {
    put: async (key, bytes) => void files.set(key, Buffer.from(bytes)),
    get: async (key) => files.get(key) ?? Promise.reject(new StorageMissing(key)),
    open: () => Promise.reject(new Error('not in these tests')),
    sizeOf: async (key) => files.get(key)?.length ?? null,
    delete: async (key) => void files.delete(key),
    ...parts.storage,
  }
  const engine: Engine = {
    name: 'studio',
    canMake: () => true,
    identityOf: async () => null,
    make: async () => ({
      image: Buffer.from('jpeg'),
      thumbnail: Buffer.from('webp'),
      card: Buffer.from('card'),
      details: {},
    }),
    export: async ({ picture }) => ({ file: picture, isComposed: false }),
    close: async () => {},
    ...parts.engine,
  }
  const decoder: Decoder = {
    ingest: async () => ({
      ok: true,
      width: 10,
      height: 10,
      file: Buffer.from('png'),
      print: null,
      thumbnail: Buffer.from('webp'),
      card: Buffer.from('card'),
    }),
    printCopy: async () => null,
    close: async () => {},
    ...parts.decoder,
  }
  const quiet = { info() {}, warn() {}, error() {} }
  const env = parseEnv({ NODE_ENV: 'test', DATABASE_URL: url })
  return {
    db,
    url,
    context: {
      db,
      storage,
      engine,
      decoder,
      measurer: {
        measure: () => Promise.reject(new Error('not in these tests')),
        mend: () => Promise.reject(new Error('not in these tests')),
        close: async () => {},
        ...parts.measurer,
      },
      plates: { open: async () => '', forget: async () => {} },
      payments: parts.payments ?? null,
      mailer: null,
      google: null,
      clock: { now: () => new Date() },
      env,
      log: quiet,
    },
  }
}

/** An account with this many top-up and plan credits. */
export async function createSeller(db: Db, credits: { topup?: number; plan?: number } = {}): Promise<UserId> {
  const user = await db.user.create({ data: { email: `${randomUUID()}@example.com` } })
  for (const bucket of ['topup', 'plan'] as const)
    if (credits[bucket])
      await db.creditEntry.create({
        data: { userId: user.id, amount: credits[bucket], bucket, reason: 'support', idempotencyKey: randomUUID() },
      })
  return user.id as UserId
}

export async function createDesign(db: Db, userId: UserId): Promise<string> {
  const key = randomUUID()
  const design = await db.design.create({
    data: {
      userId,
      filename: 'sun.png',
      fileKey: `f-${key}`,
      thumbnailKey: `t-${key}`,
      width: 10,
      height: 10,
      fileSize: 100,
    },
  })
  return design.id
}

/** A seller with top-up credits and one design. */
export async function createSellerWithDesign(db: Db, topup: number): Promise<{ user: UserId; design: string }> {
  const user = await createSeller(db, { topup })
  return { user, design: await createDesign(db, user) }
}

/** An order of a white mug. */
export const mugOrder = (design_id: string, more: Partial<GenerationRequest> = {}): GenerationRequest => ({
  design_id,
  product: 'mug',
  product_model: null,
  colour: 'mug-white',
  model_style: 'studio-product',
  background: 'off-white',
  model_gender: null,
  design_size: 'medium',
  ...more,
})

/** Both balances and what the ledger says they are. */
export async function books(db: Db, userId: string) {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
  const sums = await db.creditEntry.groupBy({ by: ['bucket'], where: { userId }, _sum: { amount: true } })
  const sum = (bucket: string) => sums.find((row) => row.bucket === bucket)?._sum.amount ?? 0
  return {
    balance: { plan: user.planCredits, topup: user.topupCredits },
    ledger: { plan: sum('plan'), topup: sum('topup') },
  }
}
