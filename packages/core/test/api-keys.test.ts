import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { changeApiKey, createApiKey, listApiKeys, readApiKey } from '../src/domain/auth/api-keys.ts'
import { mailKeyExpiry, sweepKeyExpiries } from '../src/domain/auth/key-expiry.ts'
import { cancelGeneration } from '../src/domain/generation/cancel.ts'
import { requestGeneration } from '../src/domain/generation/request.ts'
import { createRequestLog } from '../src/domain/requests/record.ts'
import { listRequests } from '../src/domain/requests/list.ts'
import { sweepRequests } from '../src/domain/requests/sweep.ts'
import type { Mail } from '../src/domain/mail/mailer.ts'
import type { UserId } from '../src/context.ts'
import { books, createDesign, createFixture, createSeller } from './fixture.ts'

const { db, context } = await createFixture()
const DAY_MS = 86_400_000
const MUG = {
  product: 'mug',
  product_model: null,
  colour: 'mug-white',
  model_style: 'studio-product',
  background: 'off-white',
  model_gender: null,
  design_size: 'small',
} as const
const NO_LIMITS = { monthly_cap: null, expires_at: null }
/** The same context at another time. */
const at = (time: string | Date) => ({ ...context, clock: { now: () => new Date(time) } })

describe('a monthly cap', () => {
  it('counts a calendar month in UTC, and a credit that comes back for the month in which it was spent', async () => {
    const user = await createSeller(db, { topup: 9 })
    const design = await createDesign(db, user)
    const key = await createApiKey(context, user, { ...NO_LIMITS, name: 'k', scope: 'make', monthly_cap: 2 })
    const order = (time: string) =>
      requestGeneration({ ...at(time), apiKeyId: key.id }, user, { ...MUG, design_id: design })
    const spent = async (time: string) => (await listApiKeys(at(time), user))[0]?.spent_this_month

    const late = await order('2026-11-30T23:59:59.999Z')
    await order('2026-11-30T23:59:59.999Z')
    await expect(order('2026-11-30T23:59:59.999Z')).rejects.toMatchObject({
      code: 'key_cap_reached',
      message: expect.stringContaining('has none left until December 1, 2026'),
    })
    await order('2026-12-01T00:00:00Z')
    await cancelGeneration(at('2026-12-02T00:00:00Z'), user, late)
    expect([await spent('2026-11-30T12:00:00Z'), await spent('2026-12-31T12:00:00Z')]).toEqual([1, 1])
    expect(await spent('2027-01-01T00:00:00Z')).toBe(0)
    expect((await books(db, user)).balance.topup).toBe(9 - 2)
  })

  it('is held by the database too, which lets no entry name a key of somebody else', async () => {
    const [user, stranger] = [await createSeller(db, { topup: 9 }), await createSeller(db, { topup: 9 })]
    const { id: apiKeyId } = await createApiKey(context, user, {
      ...NO_LIMITS,
      name: 'k',
      scope: 'all',
      monthly_cap: 1,
    })
    const entry = (userId: UserId) =>
      db.creditEntry.create({
        data: {
          userId,
          apiKeyId,
          amount: -1,
          bucket: 'topup',
          reason: 'reserve',
          reference: randomUUID(),
          idempotencyKey: randomUUID(),
        },
      })
    await entry(user)
    await expect(entry(user)).rejects.toThrow('may spend 1 credits a month')
    await expect(entry(stranger)).rejects.toThrow('not one of the seller')
    expect(await db.apiKeyMonth.findMany({ where: { apiKeyId } })).toMatchObject([{ spent: 1 }])
  })

  it('of a key that was revoked before its order came through refuses it, and one that comes back later harms nothing', async () => {
    const user = await createSeller(db, { topup: 9 })
    const design = await createDesign(db, user)
    const { id } = await createApiKey(context, user, { ...NO_LIMITS, name: 'k', scope: 'make' })
    const order = () => requestGeneration({ ...context, apiKeyId: id }, user, { ...MUG, design_id: design })
    const ordered = await order()
    await db.apiKey.delete({ where: { id } })
    await expect(order()).rejects.toMatchObject({ code: 'unauthorized' })
    await cancelGeneration(context, user, ordered)
    expect((await books(db, user)).balance.topup).toBe(9)
  })
})

describe('the end of a key', () => {
  it('is told once by mail a week before, again where it was moved, and not to who made it for less', async () => {
    const sent: Mail[] = []
    const mailing = (time: Date | string) => ({
      ...at(time),
      mailer: { send: async (mail: Mail) => void sent.push(mail), close() {} },
    })
    const user = await createSeller(db)
    const start = new Date('2026-11-24T12:00:00Z')
    const make = (name: string, days: number) =>
      createApiKey(at(start), user, {
        name,
        scope: 'read',
        monthly_cap: null,
        expires_at: new Date(start.getTime() + days * DAY_MS).toISOString(),
      })
    const [long] = [await make('<shop>', 30), await make('short', 3)]
    await db.apiKey.updateMany({ where: { userId: user }, data: { createdAt: start } })
    const days = (count: number) => new Date(start.getTime() + count * DAY_MS)
    const round = async (time: Date) => {
      const found = await sweepKeyExpiries(mailing(time))
      await mailKeyExpiry(mailing(time), long.id)
      await db.$executeRaw`SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs WHERE key LIKE 'mail-key%'`
      return found
    }
    expect(await sweepKeyExpiries(mailing(days(1)))).toBe(0)
    expect([await sweepKeyExpiries(mailing(days(24))), await sweepKeyExpiries(mailing(days(24)))]).toEqual([1, 0])
    expect([await round(days(24)), await round(days(25))]).toEqual([0, 0])
    expect(sent).toHaveLength(1)
    expect(sent[0]!.subject).toBe('An API key of yours at Printroom expires on Dec 24, 2026')
    expect(sent[0]!.text).toContain(
      `“<shop>”, which ends in ${long.ending}, expires on December 24, 2026 at 12:00 PM UTC`,
    )
    expect(sent[0]!.html).toContain('“&lt;shop&gt;”')

    await changeApiKey(at(days(25)), user, { id: long.id, expires_at: days(60).toISOString() })
    expect(await round(days(55))).toBe(1)
    expect(sent).toHaveLength(2)
  })

  it('closes it, in a sentence that names it, and is neither past nor too far when it is set', async () => {
    const user = await createSeller(db)
    const now = Date.now()
    const end = (ms: number) => new Date(now + ms).toISOString()
    const key = await createApiKey(context, user, { ...NO_LIMITS, name: 'shop', scope: 'all', expires_at: end(DAY_MS) })
    expect((await readApiKey(context, key.token, '::ffff:203.0.113.9'))?.session).toMatchObject({ access: 'all' })
    expect(await readApiKey(at(end(DAY_MS)), key.token, '::1')).toMatchObject({
      session: null,
      refusal: { code: 'key_expired', message: expect.stringContaining('“shop” expired on') },
    })
    expect(await listApiKeys(context, user)).toMatchObject([{ last_used_from: '203.0.113.9' }])
    for (const expires_at of [end(-1000), end(4000 * DAY_MS), '0001-01-01T00:00:00Z'])
      await expect(changeApiKey(context, user, { id: key.id, expires_at })).rejects.toMatchObject({ code: 'bad_input' })
  })
})

describe('the log of requests', () => {
  const request = (userId: UserId, path = '/api/user') => ({
    key: { id: randomUUID(), userId, name: 'k', ending: 'abcd' },
    method: 'GET',
    path,
    status: 200,
    errorCode: null,
    latencyMs: 3,
    address: '203.0.113.9',
    at: new Date(),
  })
  const rows = (userId: UserId) => db.apiRequest.count({ where: { userId } })

  it('waits for a database that is away, holds so many and no more, and says how many it forgot', async () => {
    const user = await createSeller(db)
    const warn = vi.fn<(fields: object, message: string) => void>()
    let isAway = true
    const $executeRaw = async (sql: TemplateStringsArray, rows: string) => {
      if (isAway) throw new Error('away')
      return db.$executeRaw(sql, rows)
    }
    const log = createRequestLog(
      { db: { $executeRaw } as never, log: { ...context.log, warn } },
      { everyMs: 1, most: 50 },
    )
    for (let nth = 0; nth < 60; nth++) log.record(request(user))
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith({ reason: 'away' }, expect.any(String)))
    expect(warn).toHaveBeenCalledWith({ dropped: 10 }, expect.any(String))
    isAway = false
    await vi.waitFor(async () => expect(await rows(user)).toBe(50))
    await log.close()
  })

  it('writes what waits when it is closed, and nothing of an account that is gone', async () => {
    const [user, gone] = [await createSeller(db), await createSeller(db)]
    const log = createRequestLog(context, { everyMs: DAY_MS })
    await db.user.update({ where: { id: gone }, data: { deletedAt: new Date() } })
    for (const who of [gone, user]) log.record(request(who, "/api/designs/'); --"))
    await log.close()
    expect([await rows(user), await rows(gone)]).toEqual([1, 0])
  })

  it('is kept for a week, and of an account that asks very often the latest', async () => {
    const user = await createSeller(db)
    const log = createRequestLog(context)
    for (let nth = 0; nth < 5; nth++)
      log.record({ ...request(user, `/${nth}`), at: new Date(Date.now() - 7 * DAY_MS + (nth - 0.5) * 60_000) })
    await log.close()
    await sweepRequests(context)
    expect(await rows(user)).toBe(4)
    await sweepRequests(context, { most: 3 })
    const { items } = await listRequests(context, user, { limit: 10 })
    expect(items.map(({ path }) => path)).toEqual(['/4', '/3', '/2'])
  })
})
