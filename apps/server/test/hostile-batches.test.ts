import { randomUUID } from 'node:crypto'
import {
  ANSWER_MAX_BYTES,
  BATCH_CSV_MAX_LINES,
  BATCH_FAILURES_MAX_SHOWN,
  BATCH_MAX_PICTURES,
} from '@printroom/contract/limits'
import type { BatchEstimateWire, BatchOrder, BatchWire } from '@printroom/contract/batches'
import { coloursFor } from '@printroom/contract/colours'
import type { ErrorBody } from '@printroom/contract/errors'
import { describe, expect, it, vi } from 'vitest'
import { Client, openTestServer } from './harness.ts'

/*
 * What one seller could do to everybody with a batch: the largest grids, the longest words, the most lines; and, at once,
 * everything that moves credits. No worker runs here, so that what is ordered waits until it is given up.
 */
const testServer = await openTestServer()
const { db } = testServer.context
const mallory = await new Client(testServer).register('mallory@example.com')

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value)

let designs = 0
const designOf = async (userId: string, filename = `sun-${(designs += 1)}.png`): Promise<string> => {
  const data = { userId, filename, contentHash: randomUUID(), fileKey: randomUUID(), thumbnailKey: randomUUID() }
  return (await db.design.create({ data: { ...data, width: 9, height: 9, fileSize: 9 } })).id
}
const grant = (userId: string, amount: number) =>
  db.creditEntry.create({
    data: { userId, amount, bucket: 'topup', reason: 'topup', idempotencyKey: randomUUID() },
  })
const sun = await designOf(mallory.userId, 'sun.png')
await grant(mallory.userId, 20_000)

const ask = async <Answer>(
  who: Client,
  path: string,
  json: unknown,
): Promise<{ status: number; said: string; answer: Answer }> => {
  const reply = await who.fetch(path, { json })
  const said = await reply.text()
  return { status: reply.status, said, answer: JSON.parse(said) as Answer }
}

const colours = coloursFor('mug', null).map(({ value }) => value)
const scenes = ['white-studio', 'neutral-gray', 'off-white'].flatMap((background) =>
  ['small', 'medium', 'large'].map((size) => ({ style: 'studio-product', background, size })),
)
const SHOT = { product: 'mug', colour: 'mug-navy', model_style: 'studio-product', background: 'off-white' }
const MUGS = { product: 'mug', colours, scenes }
const CELLS = colours.length * scenes.length
const TIMES = Math.floor(2_000 / CELLS)

describe('the largest that can be asked for', { timeout: 120_000 }, () => {
  it('is counted and not made out: 400 designs in every colour and scene', async () => {
    const designIds = Array.from({ length: BATCH_MAX_PICTURES }, () => randomUUID())
    const products = Array.from({ length: TIMES }, () => MUGS)
    const most = BATCH_MAX_PICTURES * TIMES * CELLS
    const { status, answer } = await ask<BatchEstimateWire>(mallory, '/api/batches/estimate', { designIds, products })
    expect([status, answer]).toMatchObject([
      200,
      {
        pictures: most,
        free: 0,
        credits: most,
        refused: [
          { where: 'batch', error: `A batch has at most ${BATCH_MAX_PICTURES} pictures, and these are ${most}.` },
        ],
      },
    ])
    const order = await ask<ErrorBody>(mallory, '/api/batches', { designIds, products })
    expect([order.status, order.answer.fields]).toEqual([
      400,
      { batch: `A batch has at most ${BATCH_MAX_PICTURES} pictures, and these are ${most}.` },
    ])
  })

  it('is answered within the bound of every answer: 2,000 wrong cells of the longest words', async () => {
    const word = '\u{1f600}'.repeat(32)
    const scene = { style: word, background: word, gender: word, size: word }
    const product = { product: word, baseModel: word, colours: times(20, word), scenes: times(100, scene) }
    for (const path of ['/api/batches/estimate', '/api/batches']) {
      const { status, said } = await ask(mallory, path, { designIds: [sun], products: [product] })
      expect(status).toBe(path === '/api/batches' ? 400 : 200)
      expect(said).toMatch(/And 1?[\d]{3} more\./)
      expect(Buffer.byteLength(said)).toBeLessThan(ANSWER_MAX_BYTES)
    }
  })

  it('names all of a whole grid’s wrong cells where its words are the catalogue’s', async () => {
    const scene = { style: 'lifestyle-casual', background: 'cozy-living-room', gender: 'woman', size: 'medium' }
    const shirt = { product: 't-shirt', baseModel: 'bella-canvas-3001' }
    const product = { ...shirt, colours: times(20, 'black'), scenes: times(100, scene) }
    const { answer, said } = await ask<BatchEstimateWire>(mallory, '/api/batches/estimate', {
      designIds: [sun],
      products: [product],
    })
    expect(answer.refused).toHaveLength(2_000)
    expect(Buffer.byteLength(said)).toBeLessThan(ANSWER_MAX_BYTES)
  })

  it('of wrong lines is answered within the bound too', async () => {
    const word = '\u{1f600}'.repeat(74)
    const line = `${word}.png,${word},${word},${word},${'x'.repeat(141)}`
    const csv = ['file,product,colour,scene,title', ...times(BATCH_MAX_PICTURES, line)].join('\n')
    const { status, said, answer } = await ask<{ result: { data: { refused: unknown[] } } }>(
      mallory,
      '/api/trpc/batch.readCsv',
      { csv },
    )
    expect([status, answer.result.data.refused.length]).toEqual([200, BATCH_MAX_PICTURES])
    expect(Buffer.byteLength(said)).toBeLessThan(ANSWER_MAX_BYTES)
  })

  it('of a CSV is its lines: more than any batch has use for are refused before one is read', async () => {
    const csv = `file,product,colour,scene\n${'"a"\n'.repeat(BATCH_CSV_MAX_LINES)}`
    for (const text of [csv, csv.replaceAll('\n', '\r\n'), '\n'.repeat(390_000), '\r'.repeat(390_000)]) {
      const { status, said } = await ask(mallory, '/api/trpc/batch.readCsv', { csv: text })
      expect([status, said]).toEqual([200, expect.stringContaining(`at most ${BATCH_CSV_MAX_LINES} lines`)])
    }
  })

  it('that failed is told within the bound, and counted whole', async () => {
    const owner = await new Client(testServer).register('longest@example.com')
    await grant(owner.userId, BATCH_MAX_PICTURES)
    const design = await designOf(owner.userId, `${'漢'.repeat(251)}.png`)
    const shots = times(BATCH_MAX_PICTURES, { ...SHOT, design_id: design, title: '漢'.repeat(140) })
    const batch = (await ask<BatchWire>(owner, '/api/batches', { items: shots })).answer
    await db.$executeRaw`
      UPDATE generations SET status = 'failed', finished_at = now(), error = ${'The picture could not be made.'.repeat(5)}
      WHERE batch_id = ${batch.id}::uuid`
    const told = await owner.fetch(`/api/batches/${batch.id}`)
    const said = await told.text()
    expect(Buffer.byteLength(said)).toBeLessThan(ANSWER_MAX_BYTES)
    const { counts, failures } = JSON.parse(said) as BatchWire
    expect([counts.failed, failures.length]).toEqual([BATCH_MAX_PICTURES, BATCH_FAILURES_MAX_SHOWN])
  })
})

describe('at once', { timeout: 300_000 }, () => {
  const ledgerOf = async (userId: string) => {
    const entries = await db.creditEntry.findMany({ where: { userId } })
    const user = await db.user.findUniqueOrThrow({ where: { id: userId } })
    const sum = entries.reduce((all, { amount }) => all + amount, 0)
    expect(user.planCredits + user.topupCredits).toBe(sum)
    return { left: sum, reserved: entries.filter(({ reason }) => reason === 'reserve').length }
  }
  const sellerWith = async (name: string, credits: number) => {
    const who = await new Client(testServer).register(`${name}@example.com`)
    const { left } = await ledgerOf(who.userId)
    await grant(who.userId, credits - left)
    return {
      who,
      order: { designIds: [await designOf(who.userId)], products: [{ ...MUGS, scenes: scenes.slice(0, 1) }] },
    }
  }
  const PICTURES = colours.length

  it('forty batches on the credits of two: two are ordered, each credit is taken once', async () => {
    const { who } = await sellerWith('forty', 2 * PICTURES)
    const designIds = await Promise.all(Array.from({ length: 40 }, () => designOf(who.userId)))
    const answers = await Promise.all(
      designIds.map((id) =>
        ask(who, '/api/batches', { designIds: [id], products: [{ ...MUGS, scenes: scenes.slice(0, 1) }] }),
      ),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 200, ...times(38, 402)])
    expect(await ledgerOf(who.userId)).toEqual({ left: 0, reserved: 2 * PICTURES })
    expect(await db.generation.count({ where: { userId: who.userId } })).toBe(2 * PICTURES)
  })

  it('forty orders of one key are one batch, and the key is refused for another body', async () => {
    const { who, order } = await sellerWith('key', 100)
    const keyed = (more: object): BatchOrder => ({ ...order, ...more, idempotency_key: 'autumn' })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, nth) =>
        ask<BatchWire>(who, '/api/batches', keyed(nth % 4 === 3 ? { name: 'another' } : {})),
      ),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(new Set(made.map(({ answer }) => answer.id)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect([30, 10]).toContain(made.length) // whichever body was first
    expect(await ledgerOf(who.userId)).toEqual({ left: 100 - PICTURES, reserved: PICTURES })
  })

  it('forty retries of what failed take each credit once, and forty cancellations give it back once', async () => {
    const { who, order } = await sellerWith('again', PICTURES)
    const { id } = (await ask<BatchWire>(who, '/api/batches', order)).answer
    const failed = await db.generation.findMany({ where: { batchId: id } })
    await db.$transaction(async (tx) => {
      await tx.generation.updateMany({
        where: { batchId: id },
        data: { status: 'failed', finishedAt: new Date(), error: 'The lamp broke.' },
      })
      await tx.creditEntry.createMany({
        data: failed.map((row) => ({
          userId: who.userId,
          amount: 1,
          bucket: 'topup' as const,
          reason: 'release' as const,
          reference: row.id,
          idempotencyKey: `resolve:${row.id}`,
        })),
      })
    })
    expect(await ledgerOf(who.userId)).toEqual({ left: PICTURES, reserved: PICTURES })
    const retried = await Promise.all(Array.from({ length: 40 }, () => ask(who, `/api/batches/${id}/retry`, {})))
    expect(new Set(retried.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await ledgerOf(who.userId)).toEqual({ left: 0, reserved: 2 * PICTURES })
    const given = await Promise.all(
      Array.from({ length: 40 }, (_, nth) => ask(who, `/api/batches/${id}/${nth % 4 === 3 ? 'retry' : 'cancel'}`, {})),
    )
    expect(new Set(given.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await ledgerOf(who.userId)).toEqual({ left: PICTURES, reserved: 2 * PICTURES })
  })

  /** Waits until so many transactions wait for a row that another holds. */
  const waiting = (count: number) =>
    vi.waitFor(
      async () =>
        expect(
          await db.$queryRaw`
            SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        ).toHaveLength(count),
      { timeout: 20_000 },
    )

  it.each<[side: 'before' | 'behind', said: number[]]>([
    ['before', [200, 401, 404]], // those that it overtakes are behind it
    ['behind', [401]],
  ])('orders that come %s the deletion of their account leave no row, reservation or job', async (side, said) => {
    const { who } = await sellerWith(`leaving-${side}`, 400)
    const design = await designOf(who.userId)
    const order = () =>
      times(10, { items: times(30, { ...SHOT, design_id: design }) }).map((items) => ask(who, '/api/batches', items))
    const leave = () => [who.fetch('/api/trpc/account.remove', { json: { confirmation: who.email } })]
    const [first, second] = side === 'before' ? [order, leave] : [leave, order]
    const answers = await db.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT id FROM users WHERE id = ${who.userId}::uuid FOR UPDATE`
        const sent = [...first()]
        await waiting(1)
        sent.push(...second())
        await waiting(2)
        return sent
      },
      { timeout: 60_000 },
    )
    const replies = await Promise.all(answers)
    const [ordered, left] = side === 'before' ? [replies.slice(0, 10), replies[10]] : [replies.slice(1), replies[0]]
    expect(left?.status).toBe(200)
    expect(ordered.filter(({ status }) => !said.includes(status))).toEqual([])
    const where = { userId: who.userId }
    expect([await db.generation.count({ where }), await db.batch.count({ where })]).toEqual([0, 0])
    const entriesOf = (reason: 'reserve' | 'release') => db.creditEntry.count({ where: { ...where, reason } })
    expect(await entriesOf('release')).toBe(await entriesOf('reserve'))
    const jobs = await db.$queryRaw<unknown[]>`
      SELECT 1 FROM graphile_worker.jobs j WHERE j.task_identifier = 'render-mockup'
        AND NOT EXISTS (SELECT 1 FROM generations g WHERE g.id::text = j.key)`
    expect(jobs).toEqual([])
  })
})

describe('calls that come as one', () => {
  it.each([
    ['an object that is no text', '{"toString":1}'],
    ['a number', '5'],
    ['lists in lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['very many', `[${'0,'.repeat(400_000)}0]`],
  ])('with an id that is %s are refused whole, as naming nothing', async (_, id) => {
    const reply = await mallory.fetch('/api/trpc/design.remove,design.remove?batch=1', {
      body: `{"0":{"id":${id}},"1":{"id":"${sun}"}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('"code":"not_found"')])
    expect(await db.design.count({ where: { id: sun } })).toBe(1)
  })
})

describe('a body that is no object', () => {
  // A text's letters became fields of their own: a megabyte of them cost a second, to nobody as well.
  it.each([
    ['POST', '/api/generate-mockup'],
    ['POST', '/api/batches'],
    ['PATCH', `/api/designs/${sun}`],
  ])('is refused as that: %s %s', async (method, path) => {
    for (const body of ['"a text"', '[1,2]']) {
      const reply = await mallory.fetch(path, { method, body, headers: { 'content-type': 'application/json' } })
      expect([reply.status, await reply.json()]).toMatchObject([
        400,
        { fields: { body: 'The input has to be an object' } },
      ])
    }
  })

  it('nor of more values than anything takes', async () => {
    const { status, answer } = await ask<ErrorBody>(mallory, '/api/batches/estimate', { items: times(200_000, 0) })
    expect([status, answer.error]).toEqual([400, 'This holds too many values'])
  })
})
