import { expect, it } from 'vitest'
import { orderBatch } from '../src/domain/batches/order.ts'
import { listBatchPictures } from '../src/domain/batches/read.ts'
import { createDesign, createFixture, createSeller } from './fixture.ts'

const { db, context } = await createFixture()

it('a batch’s pictures of one scene stand in line together, and each keeps its place', async () => {
  const user = await createSeller(db, { topup: 12 })
  const designs = [await createDesign(db, user), await createDesign(db, user), await createDesign(db, user)]
  const backgrounds = ['off-white', 'white-studio']
  const scenes = backgrounds.map((background) => ({ style: 'studio-product', background }))
  const products = [{ product: 'mug', colours: ['mug-white', 'mug-black'], scenes }]
  const { id } = await orderBatch(context, user, { designIds: designs, products })

  const line = await db.$queryRaw<{ background: string }[]>`
    SELECT g.input->'settings'->>'background' AS background FROM graphile_worker.jobs j JOIN generations g ON g.id::text = j.key
    WHERE g.batch_id = ${id}::uuid ORDER BY j.priority`
  expect(line.map(({ background }) => background)).toEqual(backgrounds.flatMap((each) => Array(6).fill(each)))

  const { items } = await listBatchPictures(context, user, { id, limit: 12, cursor: null })
  expect(items.map(({ design_id: design }) => design)).toEqual(designs.flatMap((design) => Array(4).fill(design)))
  expect(items.slice(0, 4).map(({ background }) => background)).toEqual([...backgrounds, ...backgrounds])
})
