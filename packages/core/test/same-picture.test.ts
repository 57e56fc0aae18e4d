import { randomUUID } from 'node:crypto'
import type { GenerationRequest } from '@printroom/contract/schemas'
import type { MockupWire } from '@printroom/contract/wire'
import { afterAll, describe, expect, it } from 'vitest'
import type { UserId } from '../src/context.ts'
import { cancelGeneration } from '../src/domain/generation/cancel.ts'
import { listenForGenerations } from '../src/adapters/events/listener.ts'
import { awaitOrder, awaitOutcome } from '../src/domain/generation/outcome.ts'
import { renderGeneration } from '../src/domain/generation/render.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { removeDesign } from '../src/domain/designs/remove.ts'
import { removeMockup } from '../src/domain/mockups/remove.ts'
import type { Engine } from '../src/domain/generation/engine.ts'
import { books, createDesign, createFixture, createSellerWithDesign } from './fixture.ts'

// A studio in which nobody carries the tote bag: its pictures are the same for a man and a woman. What the real one's plates
// say is tried in picture-identity.test.ts.
const identityOf: Engine['identityOf'] = async ({ settings, ...rest }) =>
  JSON.stringify({ ...rest, ...settings, model_gender: null })
const { db, context, url } = await createFixture({
  engine: { identityOf },
  storage: { get: async () => Buffer.from('png') },
})
const events = listenForGenerations(url, context.log)
afterAll(() => events.close())

type Order = Partial<GenerationRequest>
const tote = (design_id: string, more: Order = {}): GenerationRequest => ({
  design_id,
  product: 'tote-bag',
  product_model: null,
  colour: 'black',
  model_style: 'lifestyle-casual',
  background: 'lifestyle-indoor',
  model_gender: 'man',
  design_size: 'medium',
  ...more,
})
const WOMAN = { model_gender: 'woman' } as const

const seller = (topup: number) => createSellerWithDesign(db, topup)
const creditsOf = async (user: UserId) => {
  const { balance, ledger } = await books(db, user)
  expect(balance).toEqual(ledger)
  return balance.topup
}
const jobsOf = async (id: string) =>
  (await db.$queryRaw<object[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${id}`).length
const outcome = async (user: UserId, id: string) =>
  (await awaitOutcome(context, events, user, id)) as MockupWire & { already_made?: true; charged?: 0 }
async function make(user: UserId, request: GenerationRequest): Promise<MockupWire> {
  const id = await requestGeneration(context, user, request)
  await renderGeneration(context, id, true)
  return outcome(user, id)
}
const shotOf = async (mockup: { id: string }) =>
  (await db.generation.findFirstOrThrow({ where: { mockup: { id: mockup.id } } })).seed

describe('an order whose picture is there', () => {
  it('is answered with it, says so, costs nothing and adds no job', async () => {
    const { user, design } = await seller(3)
    const man = await make(user, tote(design))
    expect(man).not.toHaveProperty('already_made')
    const id = await requestGeneration(context, user, tote(design, WOMAN))
    expect(await outcome(user, id)).toEqual({ ...man, already_made: true, charged: 0 })
    expect([await creditsOf(user), await jobsOf(id)]).toEqual([2, 0])
  })

  it('is answered although no credit is left', async () => {
    const { user, design } = await seller(1)
    const man = await make(user, tote(design))
    expect(await outcome(user, await requestGeneration(context, user, tote(design, WOMAN)))).toMatchObject({
      id: man.id,
      charged: 0,
    })
    await expect(requestGeneration(context, user, tote(design, { colour: 'red' }))).rejects.toMatchObject({
      code: 'insufficient_credits',
    })
  })

  it('is repeated by its key as any other, and its key is no good for something else', async () => {
    const { user, design } = await seller(3)
    const man = await make(user, tote(design))
    const key = randomUUID()
    const asked = tote(design, { ...WOMAN, idempotency_key: key })
    const ids = await Promise.all(Array.from({ length: 20 }, () => requestGeneration(context, user, asked)))
    expect(new Set(ids).size).toBe(1)
    expect(await awaitOrder(context, events, user, key)).toEqual({ ...man, already_made: true, charged: 0 })
    await expect(requestGeneration(context, user, { ...asked, colour: 'red' })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
    expect(await creditsOf(user)).toBe(2)
  })

  it('is charged when that picture was deleted, or never came to be', async () => {
    const { user, design } = await seller(5)
    const { id } = await make(user, tote(design))
    await removeMockup(context, user, id)
    const again = await requestGeneration(context, user, tote(design, WOMAN))
    expect(await creditsOf(user)).toBe(3)
    await cancelGeneration(context, user, again)
    expect(await creditsOf(user)).toBe(4)
    // Its identity is free again, for whoever orders that very shot.
    const original = await db.mockup.create({ data: { ...row(user, design), colour: 'navy' } })
    await requestGeneration(context, user, tote(design, { is_color_change: true, original_mockup_id: original.id }))
    expect(await creditsOf(user)).toBe(3)
  })

  it('of the same file uploaded anew is answered too, and takes a picture over whose own design is gone', async () => {
    const { user, design } = await seller(3)
    await db.design.update({ where: { id: design }, data: { contentHash: 'of these pixels' } })
    const first = await make(user, tote(design))
    const second = await createDesign(db, user)
    await db.design.update({ where: { id: second }, data: { contentHash: 'of these pixels' } })
    await removeDesign(context, user, design)
    expect(await outcome(user, await requestGeneration(context, user, tote(second)))).toMatchObject({
      id: first.id,
      design_id: second,
      charged: 0,
    })
    const other = await createDesign(db, user)
    await requestGeneration(context, user, tote(other))
    expect(await creditsOf(user)).toBe(1)
  })

  it('is another seller’s own affair', async () => {
    const [one, other] = [await seller(1), await seller(1)]
    for (const { design } of [one, other])
      await db.design.update({ where: { id: design }, data: { contentHash: 'shared' } })
    await make(one.user, tote(one.design))
    await make(other.user, tote(other.design))
    expect([await creditsOf(one.user), await creditsOf(other.user)]).toEqual([0, 0])
  })
})

describe('an order whose picture is being made', () => {
  it('waits for it and is answered with it, at no charge', async () => {
    const { user, design } = await seller(3)
    const first = await requestGeneration(context, user, tote(design))
    const second = await requestGeneration(context, user, tote(design, WOMAN))
    const answer = outcome(user, second)
    await renderGeneration(context, first, true)
    expect(await answer).toMatchObject({ id: (await outcome(user, first)).id, already_made: true, charged: 0 })
    expect([await creditsOf(user), await db.mockup.count({ where: { userId: user } })]).toEqual([2, 1])
  })

  it('costs once however many ask at once, for him and for her, and each number of them is one picture', async () => {
    const { user, design } = await seller(20)
    const orders = Array.from({ length: 24 }, (_, at) => tote(design, { model_gender: at % 2 ? 'man' : 'woman' }))
    await Promise.all(orders.map((order) => requestGeneration(context, user, order)))
    expect(await creditsOf(user)).toBe(8)
    const rows = await db.generation.findMany({ where: { userId: user } })
    expect(
      rows
        .filter(({ sameAsId }) => sameAsId === null)
        .map(({ seed }) => seed)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 12 }, (_, seed) => seed))
    for (const repeat of rows.filter(({ sameAsId }) => sameAsId !== null))
      expect(rows.find(({ id }) => id === repeat.sameAsId)?.seed).toBe(repeat.seed)
  })

  it('is told when it comes to nothing, and has cost nothing', async () => {
    const { user, design } = await seller(3)
    const first = await requestGeneration(context, user, tote(design))
    const second = await requestGeneration(context, user, tote(design, WOMAN))
    // Heard from the start: on a slow machine it comes before the cancelling is over.
    const answered = outcome(user, second).catch((error: unknown) => error)
    await cancelGeneration(context, user, first)
    expect(await answered).toMatchObject({ code: 'generation_failed' })
    expect(await creditsOf(user)).toBe(3)
  })
})

describe('another picture', () => {
  it('is what four variations are, each of its own, although the first of them is there', async () => {
    const { user, design } = await seller(9)
    const man = await make(user, tote(design))
    const four = await Promise.all(
      Array.from({ length: 4 }, () => requestGeneration(context, user, tote(design, WOMAN))),
    )
    const rows = await db.generation.findMany({ where: { id: { in: four } } })
    expect(rows.map(({ seed }) => seed).toSorted()).toEqual([0, 1, 2, 3])
    expect(rows.filter(({ sameAsId }) => sameAsId !== null)).toHaveLength(1)
    expect([await creditsOf(user), await shotOf(man)]).toEqual([5, 0])
  })

  it('is what regenerating makes, also of a mockup that was recoloured and of settings with other names for the same', async () => {
    const { user, design } = await seller(9)
    const black = await make(user, tote(design))
    const red = await make(user, tote(design, { colour: 'red', is_color_change: true, original_mockup_id: black.id }))
    expect(await shotOf(red)).toBe(await shotOf(black))
    const again = await make(user, tote(design, { colour: 'red', original_mockup_id: red.id }))
    expect(await shotOf(again)).toBe(1)
    const hers = await make(user, tote(design, { ...WOMAN, original_mockup_id: black.id }))
    expect([hers.id === black.id, await shotOf(hers), await creditsOf(user)]).toEqual([false, 1, 5])
  })

  it('is what a new shot in another colour makes: not the one that a recolouring would', async () => {
    const { user, design } = await seller(9)
    const black = await make(user, tote(design))
    const fresh = await make(user, tote(design, { colour: 'red', original_mockup_id: black.id }))
    expect(await shotOf(fresh)).not.toBe(await shotOf(black))
    const recoloured = await make(
      user,
      tote(design, { colour: 'red', is_color_change: true, original_mockup_id: black.id }),
    )
    expect(await creditsOf(user)).toBe(6)
    // The same again costs nothing: it is the same shot in the same colour.
    const twice = await requestGeneration(
      context,
      user,
      tote(design, { colour: 'red', is_color_change: true, original_mockup_id: black.id }),
    )
    expect(await outcome(user, twice)).toMatchObject({ id: recoloured.id, charged: 0 })
    expect(await creditsOf(user)).toBe(6)
  })

  it('is what a model makes each time: nothing of it is ever the same', async () => {
    const { user, design } = await seller(3)
    const hosted = { ...context, engine: { ...context.engine, identityOf: async () => null } }
    await requestGeneration(hosted, user, tote(design))
    await requestGeneration(hosted, user, tote(design, WOMAN))
    expect(await creditsOf(user)).toBe(1)
  })
})

describe('the database', () => {
  it('has room for one picture of an identity a seller, and takes no credit for one that is there', async () => {
    const { user, design } = await seller(3)
    const first = await requestGeneration(context, user, tote(design))
    const { pictureIdentity, input, inputHash } = await db.generation.findUniqueOrThrow({ where: { id: first } })
    const data = { userId: user, designId: design, input: input as object, inputHash, seed: 0 }
    await expect(
      db.generation.create({ data: { ...data, pictureIdentity, idempotencyKey: 'a second one' } }),
    ).rejects.toMatchObject({ code: 'P2002' })
    const repeat = await requestGeneration(context, user, tote(design, WOMAN))
    const reserved = db.creditEntry.create({
      data: {
        userId: user,
        amount: -1,
        bucket: 'topup',
        reason: 'reserve',
        reference: repeat,
        idempotencyKey: `reserve:${repeat}`,
      },
    })
    await expect(reserved).rejects.toThrow(/costs nothing/)
    const { user: stranger, design: theirs } = await seller(0)
    const foreign = db.generation.create({
      data: { ...data, userId: stranger, designId: theirs, idempotencyKey: 'x', status: 'done', sameAsId: first },
    })
    await expect(foreign).rejects.toMatchObject({ code: 'P2003' })
    const unfinished = db.generation.create({
      data: { ...data, idempotencyKey: 'y', status: 'queued', sameAsId: first },
    })
    await expect(unfinished).rejects.toThrow(/generations_same_as_makes_nothing/)
    expect(await creditsOf(user)).toBe(2)
  })
})

const row = (userId: string, designId: string) => ({
  userId,
  designId,
  product: 'tote-bag',
  modelStyle: 'lifestyle-casual',
  background: 'lifestyle-indoor',
  modelGender: 'man',
  designSize: 'medium',
  folderName: 'sun-1',
  fileKey: randomUUID(),
  thumbnailKey: randomUUID(),
})
