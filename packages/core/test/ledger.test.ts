import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capture, lockBalance, release, reservationsFor } from '../src/domain/credits/ledger.ts'
import { books, createDesign, createSeller, createFixture } from './fixture.ts'

const { db } = await createFixture()

/** LEDGER_SEQUENCES=10000 is the whole of it. */
const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 25)
const SEQUENCES_MS = 7_200_000
/** Sequences of so many sellers run at once: Postgres works while another's answer is read. */
const LANES = 5

const reserveOne = (userId: string, id: string = randomUUID()) =>
  db
    .$transaction(async (tx) => {
      const entries = reservationsFor([id], await lockBalance(tx, userId))
      await tx.creditEntry.createMany({ data: entries.map((entry) => Object.assign({ userId }, entry)) })
    })
    .then(() => id)

/** What a paid cycle does to the plan's bucket, and the end of a plan: it is set to this many credits. */
const startCycle = (userId: string, credits: number) =>
  db.$transaction(async (tx) => {
    const { plan, cycle } = await lockBalance(tx, userId)
    await tx.user.update({ where: { id: userId }, data: { planCycle: cycle + 1 } })
    await tx.creditEntry.create({
      data: {
        userId,
        amount: credits - plan,
        bucket: 'plan',
        reason: 'plan_cycle',
        planCycle: cycle + 1,
        idempotencyKey: randomUUID(),
      },
    })
  })

describe('the ledger', () => {
  it('spends the plan first, and returns a credit to the bucket it came from', async () => {
    const user = await createSeller(db, { plan: 1, topup: 1 })
    const first = await reserveOne(user)
    expect((await books(db, user)).balance).toEqual({ plan: 0, topup: 1 })
    const second = await reserveOne(user)
    await db.$transaction((tx) => release(tx, user, [second]))
    await db.$transaction((tx) => release(tx, user, [first]))
    expect((await books(db, user)).balance).toEqual({ plan: 1, topup: 1 })
  })

  it('returns a plan credit of a cycle that is over as a top-up credit', async () => {
    const user = await createSeller(db, { plan: 1 })
    const id = await reserveOne(user)
    await db.user.update({ where: { id: user }, data: { planCycle: 1 } })
    await db.$transaction((tx) => release(tx, user, [id]))
    expect((await books(db, user)).balance).toEqual({ plan: 0, topup: 1 })
  })

  it('says what is needed and what is there when credits run out', async () => {
    const user = await createSeller(db)
    await expect(reserveOne(user)).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { needed: 1, available: 0, missing: 1 },
    })
  })

  it('resolves a reservation once, whichever way comes first', async () => {
    const user = await createSeller(db, { topup: 1 })
    const id = await reserveOne(user)
    await db.$transaction((tx) => capture(tx, user, id))
    await expect(db.$transaction((tx) => release(tx, user, [id]))).rejects.toMatchObject({ code: 'P2002' })
    await expect(db.$transaction((tx) => capture(tx, user, id))).rejects.toMatchObject({ code: 'P2002' })
    expect((await books(db, user)).balance).toEqual({ plan: 0, topup: 0 })
  })

  it(
    'stays the sum of its entries and at or above zero through any sequence of steps',
    { timeout: SEQUENCES_MS },
    async () => {
      const steps = fc.array(
        fc.constantFrom('grant', 'reserve', 'capture', 'release', 'reset', 'expire', 'rewrite', 'erase'),
        { minLength: 5, maxLength: 25 },
      )
      const property = fc.asyncProperty(steps, async (sequence) => {
        const user = await createSeller(db, { plan: 1 })
        const open: string[] = []
        for (const step of sequence) {
          if (step === 'grant')
            await db.creditEntry.create({
              data: { userId: user, amount: 1, bucket: 'topup', reason: 'support', idempotencyKey: randomUUID() },
            })
          if (step === 'reset' || step === 'expire') await startCycle(user, step === 'reset' ? 2 : 0)
          if (step === 'rewrite')
            await expect(
              db.$executeRaw`UPDATE credit_entries SET amount = amount + 1 WHERE user_id = ${user}::uuid`,
            ).rejects.toThrow(/append-only/)
          if (step === 'erase')
            await expect(db.$executeRaw`DELETE FROM credit_entries WHERE user_id = ${user}::uuid`).rejects.toThrow(
              /append-only/,
            )
          if (step === 'reserve')
            await reserveOne(user).then(
              (id) => open.push(id),
              (error) => expect(error.code).toBe('insufficient_credits'),
            )
          const id = step === 'capture' || step === 'release' ? open.shift() : undefined
          if (id) {
            await db.$transaction((tx) => (step === 'capture' ? capture(tx, user, id) : release(tx, user, [id])))
            await expect(db.$transaction((tx) => release(tx, user, [id]))).rejects.toMatchObject({ code: 'P2002' })
          }
        }
        const { balance, ledger } = await books(db, user)
        expect(balance).toEqual(ledger)
        expect(Math.min(balance.plan, balance.topup)).toBeGreaterThanOrEqual(0)
      })
      await Promise.all(
        Array.from({ length: LANES }, () => fc.assert(property, { numRuns: Math.ceil(SEQUENCES / LANES) })),
      )
      expect(await db.user.count()).toBeGreaterThanOrEqual(SEQUENCES)
    },
  )
})

describe('the database guards money and ownership by itself', () => {
  it('refuses to change or delete an entry', async () => {
    const user = await createSeller(db, { topup: 1 })
    await expect(db.creditEntry.updateMany({ where: { userId: user }, data: { amount: 5 } })).rejects.toThrow(
      /append-only/,
    )
    await expect(db.creditEntry.deleteMany({ where: { userId: user } })).rejects.toThrow(/append-only/)
    await expect(db.$executeRaw`TRUNCATE credit_entries`).rejects.toThrow(/append-only/)
  })

  it('refuses a balance that no entry made', async () => {
    const user = await createSeller(db, { topup: 1 })
    await expect(db.user.update({ where: { id: user }, data: { topupCredits: 100 } })).rejects.toThrow(
      /ledger entries only/,
    )
    await expect(db.user.create({ data: { email: 'rich@example.com', planCredits: 5 } })).rejects.toThrow(
      /starts at zero/,
    )
  })

  it('refuses an entry that takes a bucket below zero', async () => {
    const user = await createSeller(db, { topup: 1 })
    const entry = { userId: user, bucket: 'topup', reason: 'support', idempotencyKey: randomUUID() } as const
    await expect(db.creditEntry.create({ data: { ...entry, amount: -2 } })).rejects.toThrow(
      /topup_credits_not_negative/,
    )
  })

  it('refuses a capture or release without its reservation', async () => {
    const user = await createSeller(db, { topup: 1 })
    const entry = {
      userId: user,
      bucket: 'topup',
      reason: 'release',
      reference: randomUUID(),
      idempotencyKey: randomUUID(),
    } as const
    await expect(db.creditEntry.create({ data: { ...entry, amount: 1 } })).rejects.toThrow(/needs the reservation/)
  })

  it('refuses a generation on a design of somebody else', async () => {
    const [owner, stranger] = [await createSeller(db), await createSeller(db)]
    const designId = await createDesign(db, owner)
    const data = { designId, input: {}, inputHash: 'x', seed: 0, idempotencyKey: randomUUID() }
    await expect(db.generation.create({ data: { ...data, userId: stranger } })).rejects.toThrow(/somebody else/)
    await expect(db.generation.create({ data: { ...data, userId: owner } })).resolves.toMatchObject({
      status: 'queued',
    })
  })

  it('keeps a finished generation finished', async () => {
    const owner = await createSeller(db)
    const designId = await createDesign(db, owner)
    const { id } = await db.generation.create({
      data: { userId: owner, designId, input: {}, inputHash: 'x', seed: 0, idempotencyKey: 'k', status: 'failed' },
    })
    await expect(db.generation.update({ where: { id }, data: { status: 'queued' } })).rejects.toThrow(/stays so/)
  })
})
