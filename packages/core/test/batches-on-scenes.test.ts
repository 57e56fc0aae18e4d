import { expect, it } from 'vitest'
import type { UserId } from '../src/context.ts'
import { orderBatch } from '../src/domain/batches/order.ts'
import { listBatchPictures } from '../src/domain/batches/read.ts'
import { retryBatch } from '../src/domain/batches/retry.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { books, createDesign, createFixture, createSeller } from './fixture.ts'

let isBroken = false
const made = { image: Buffer.from('jpeg'), thumbnail: Buffer.from('webp'), card: Buffer.from('card'), details: {} }
const { db, context } = await createFixture({
  engine: {
    make: async () => {
      if (isBroken) throw new Error('the lamp broke')
      return made
    },
  },
  storage: { get: async () => Buffer.from('png') },
})

/** A scene that is ready and takes every colour; its files are named after it. */
async function createScene(userId: UserId, name: string): Promise<string> {
  const previewKeys = ['map', 'light', 'shadow', 'backdrop'].map((part) => `${name}-${part}.webp`)
  const keys = { fileKey: `${name}.zip`, thumbnailKey: `${name}.webp`, previewKeys }
  const report = { recolours: true }
  const manifests = { plate: {}, backdrop: {} }
  const data = { userId, name, product: 'mug', status: 'ready', ...keys, manifests, report } as const
  return (await db.scene.create({ data })).id
}

async function makeAll(userId: UserId) {
  const queued = await db.generation.findMany({ where: { userId, status: 'queued' } })
  for (const { id } of queued) await renderGeneration(context, id, true)
}

it('what failed on a seller’s own scene is tried on it again, as long as it is there', async () => {
  const user = await createSeller(db, { topup: 2 })
  const [kept, gone] = [await createScene(user, 'kept'), await createScene(user, 'gone')]
  const scenes = [kept, gone].map((scene) => ({ style: '', background: '', scene }))
  const products = [{ product: 'mug', colours: ['mug-black'], scenes }]
  const { id } = await orderBatch(context, user, { designIds: [await createDesign(db, user)], products })
  isBroken = true
  await makeAll(user)
  isBroken = false
  await db.scene.delete({ where: { id: gone } })
  expect((await retryBatch(context, user, id)).counts).toMatchObject({ failed: 1, waiting: 1 })
  await makeAll(user)
  const pictures = await listBatchPictures(context, user, { id, limit: 9 })
  expect(pictures.items.map(({ scene_id: on, state }) => [on, state])).toEqual([
    [kept, 'done'],
    [gone, 'failed'],
  ])
  expect(await books(db, user)).toMatchObject({ balance: { topup: 1 }, ledger: { topup: 1 } })
})
