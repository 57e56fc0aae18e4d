import { randomUUID } from 'node:crypto'
import {
  ANSWER_MAX_BYTES,
  BATCH_MAX_CALLS,
  DEVICES_MAX_SHOWN,
  GENERATIONS_MAX_SHOWN,
  LIST_MAX_ROWS,
  LIST_PAGE_ROWS,
  SHARE_MAX_PICTURES,
} from '@printroom/contract/limits'
import type { DesignWire, FoldersWire, MockupWire, OverviewWire, PageWire } from '@printroom/contract/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import { Client } from './harness.ts'
import {
  batchOf,
  call,
  DAY_MS,
  db,
  DESIGNS,
  FOLDERS,
  give,
  testServer,
  IN_A_FOLDER,
  MOCKUPS,
  neighbour,
  seller,
  server,
} from './many-rows.ts'

beforeAll(async () => {
  await seller.register('lists@example.com')
  await neighbour.register('neighbour@example.com')
  await give(seller.userId, 1)
}, 120_000)

describe('a list', { timeout: 60_000 }, () => {
  it.each(['/api/designs', '/api/mockups'])(
    '%s is its first page, and its headers lead on until every row has come once, in order',
    async (path) => {
      const seen: MockupWire[] = []
      let next: string | null = `${path}?limit=${LIST_MAX_ROWS}`
      while (next) {
        const answer = await seller.fetch(next)
        const rows = await answer.json<MockupWire[]>()
        expect(rows.length).toBeLessThanOrEqual(LIST_MAX_ROWS)
        seen.push(...rows)
        const cursor = answer.headers.get('x-next-cursor')
        next = /^<(\S+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
        expect(new URLSearchParams(next?.split('?')[1]).get('cursor')).toBe(cursor)
      }
      const wanted = {
        where: { userId: seller.userId },
        orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
        select: { id: true },
      }
      const all = path === '/api/designs' ? await db.design.findMany(wanted) : await db.mockup.findMany(wanted)
      expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    },
  )

  it('holds so many rows, more or fewer as one asks, and never more than it may', async () => {
    const rows = async (query: string) =>
      (await (await seller.fetch(`/api/mockups${query}`)).json<MockupWire[]>()).length
    expect(await rows('')).toBe(LIST_PAGE_ROWS)
    expect(await rows(`?userId=${seller.userId}&limit=1`)).toBe(1)
    expect(await rows(`?limit=${LIST_MAX_ROWS}`)).toBe(LIST_MAX_ROWS)
    for (const query of [
      `?limit=${LIST_MAX_ROWS + 1}`,
      '?limit=0',
      '?limit=many',
      '?limit=1&limit=2',
      '?cursor=bm90IG91cnM',
      `?cursor=${'x'.repeat(401)}`,
    ]) {
      const refused = await seller.fetch(`/api/mockups${query}`)
      expect([query, refused.status, (await refused.json()).code]).toEqual([query, 400, 'bad_input'])
    }
  })

  it('goes on behind its cursor although something new has come before it', async () => {
    const first = await call<PageWire<DesignWire>>('design.list', { limit: 5 })
    const wanted = await call<PageWire<DesignWire>>('design.list', { limit: 5, cursor: first.next })
    const fresh = await db.design.create({
      data: {
        userId: seller.userId,
        filename: 'new.png',
        fileKey: randomUUID(),
        thumbnailKey: randomUUID(),
        width: 1,
        height: 1,
        fileSize: 1,
      },
    })
    expect(await call('design.list', { limit: 5, cursor: first.next })).toEqual(wanted)
    await db.design.delete({ where: { id: fresh.id } })
    expect((await call<PageWire<DesignWire>>('design.list', { limit: 1 }, neighbour)).items).toEqual([])
  })

  it('by folder: each folder stands together, the one with the newest first, with how many it holds in all', async () => {
    const seen: MockupWire[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: FoldersWire = await call('mockup.folders', { limit: LIST_MAX_ROWS - 7, cursor })
      expect(page.total).toBe(MOCKUPS)
      for (const size of Object.values(page.folders)) expect(size).toBe(IN_A_FOLDER)
      expect(new Set(page.items.map((row) => row.folder_name))).toEqual(new Set(Object.keys(page.folders)))
      seen.push(...page.items)
      cursor = page.next
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(MOCKUPS)
    const runs = seen.filter((row, at) => row.folder_name !== seen[at - 1]?.folder_name).map((row) => row.folder_name)
    expect(runs).toHaveLength(FOLDERS)
    const newestOf = (folder: string) => seen.find((row) => row.folder_name === folder)?.created_at ?? ''
    expect(runs.map(newestOf)).toEqual(runs.map(newestOf).toSorted().toReversed())
    seen.forEach((row, at) => {
      const before = seen[at - 1]
      if (before?.folder_name === row.folder_name) expect(before.created_at >= row.created_at).toBe(true)
    })
  })

  it('is counted by the server, and the week with it', async () => {
    const { recent_designs: designs, recent_mockups: mockups, ...counts } = await call<OverviewWire>('user.overview')
    expect(counts).toEqual({ designs: DESIGNS, mockups: MOCKUPS, mockups_this_week: MOCKUPS })
    expect([designs.length, mockups.length]).toEqual([2, 8])
    const aWeekAgo = Date.now() - 7 * DAY_MS
    const [inside, outside] = await db.mockup.findMany({ where: { userId: seller.userId }, take: 2 })
    const dated = (id: string, createdAt: Date) => db.mockup.update({ where: { id }, data: { createdAt } })
    await dated(inside!.id, new Date(aWeekAgo + 60_000))
    await dated(outside!.id, new Date(aWeekAgo - 1))
    expect((await call<OverviewWire>('user.overview')).mockups_this_week).toBe(MOCKUPS - 1)
    for (const each of [inside!, outside!]) await dated(each.id, each.createdAt)
  })
})

describe('every answer', { timeout: 60_000 }, () => {
  const LISTS: Record<string, [input: object, rows: (data: never) => unknown[], most: number]> = {
    'design.list': [{ limit: LIST_MAX_ROWS }, ({ items }: PageWire<unknown>) => items, LIST_MAX_ROWS],
    'mockup.list': [{ limit: LIST_MAX_ROWS }, ({ items }: PageWire<unknown>) => items, LIST_MAX_ROWS],
    'mockup.folders': [{ limit: LIST_MAX_ROWS }, ({ items }: PageWire<unknown>) => items, LIST_MAX_ROWS],
    'user.statement': [{ limit: 100 }, ({ lines }: { lines: unknown[] }) => lines, 100],
    'user.overview': [{}, ({ recent_mockups: mockups }: OverviewWire) => mockups, 8],
    'generation.active': [{}, (rows: unknown[]) => rows, GENERATIONS_MAX_SHOWN],
    'generation.recent': [{}, (rows: unknown[]) => rows, GENERATIONS_MAX_SHOWN],
    'account.sessions': [{}, (rows: unknown[]) => rows, DEVICES_MAX_SHOWN],
    'account.knownBrowsers': [{}, (rows: unknown[]) => rows, DEVICES_MAX_SHOWN],
  }

  it.each(Object.entries(LISTS))('%s is as long as it may be, and no longer', async (path, [input, rows, most]) => {
    const data = await call<never>(path, input)
    expect(rows(data)).toHaveLength(most)
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(ANSWER_MAX_BYTES)
  })

  it('to a list is near the bound with the longest rows there can be: it is no bound for show', async () => {
    const longest = Buffer.byteLength(JSON.stringify(await call('mockup.list', { limit: LIST_MAX_ROWS })))
    expect(longest).toBeGreaterThan(ANSWER_MAX_BYTES / 2)
  })

  it('has the one who asks first among the sessions, however many came after', async () => {
    await db.session.updateMany({
      where: { userId: seller.userId },
      data: { lastSeenAt: new Date(Date.now() + 1_000) },
    })
    const sessions = await call<{ is_current: boolean }[]>('account.sessions')
    expect(sessions.map((each) => each.is_current)).toEqual([
      true,
      ...Array.from({ length: DEVICES_MAX_SHOWN - 1 }, () => false),
    ])
  })
})

describe('a batch', { timeout: 120_000 }, () => {
  it('of as many calls as it may hold is answered, one more is refused with a sentence, streamed or not', async () => {
    expect((await seller.fetch(batchOf('user.get', BATCH_MAX_CALLS))).status).toBe(200)
    for (const accept of ['application/json', 'application/jsonl']) {
      const refused = await seller.fetch(batchOf('user.get', BATCH_MAX_CALLS + 1), {
        headers: { 'trpc-accept': accept },
      })
      const said = await refused.text()
      expect([refused.status, said.length < 1_000]).toEqual([400, true])
      expect(said).toContain(`One request makes at most ${BATCH_MAX_CALLS} calls.`)
    }
    const changes = await seller.fetch(batchOf('design.admit', BATCH_MAX_CALLS + 1).split('&')[0]!, { json: {} })
    expect(changes.status).toBe(400)
  })

  it('may not be hidden behind an escaped comma, nor name more things than its calls can', async () => {
    const hidden = await seller.fetch(batchOf('user.get', BATCH_MAX_CALLS + 1).replaceAll('user.get,', 'user.get%2C'))
    expect(hidden.status).toBe(400)
    const ids = Array.from({ length: 2_000 }, () => randomUUID())
    const many = await seller.fetch('/api/trpc/mockup.remove,mockup.remove?batch=1', {
      json: { 0: { id: ids }, 1: { id: ids[0] } },
    })
    expect(await many.text()).toContain(`These calls name more than ${100 + SHARE_MAX_PICTURES} things.`)
  })

  it('of 200 lists is refused in less time than ten of them take, without one look at the database', async () => {
    const timed = async (path: string) => {
      const start = performance.now()
      const answer = await seller.fetch(path)
      await answer.text()
      return { status: answer.status, ms: performance.now() - start }
    }
    await timed(batchOf('design.list', BATCH_MAX_CALLS))
    const allowed = await timed(batchOf('design.list', BATCH_MAX_CALLS, { limit: LIST_MAX_ROWS }))
    const refused = await timed(batchOf('design.list', 200))
    expect([allowed.status, refused.status]).toEqual([200, 400])
    expect(refused.ms).toBeLessThan(allowed.ms)
  })

  it('of the worst that is allowed lets another’s requests through while it is worked on, again and again', async () => {
    const ask = (path: string, { cookie }: Client) => fetch(server.url + path, { headers: { cookie } })
    const worst = batchOf('mockup.list', BATCH_MAX_CALLS, { limit: LIST_MAX_ROWS })
    await (await ask(worst, seller)).arrayBuffer()
    const [ROUNDS, AT_ONCE] = [4, 5]
    let isOver = false
    const start = performance.now()
    const attack = (async () => {
      for (let round = 0; round < ROUNDS; round += 1)
        await Promise.all(Array.from({ length: AT_ONCE }, async () => (await ask(worst, seller)).arrayBuffer()))
      isOver = true
    })()
    const waits: number[] = []
    while (!isOver) {
      const asked = performance.now()
      expect((await ask('/api/user', neighbour)).status).toBe(200)
      waits.push(performance.now() - asked)
    }
    await attack
    console.log(
      `${ROUNDS * AT_ONCE} batches in ${(performance.now() - start).toFixed(0)} ms, ${waits.length} answers to another meanwhile, the longest after ${Math.max(...waits).toFixed(0)} ms`,
    )
    // Were a round worked off before anybody else is heard, one answer would come in each. 20 to 72 were seen.
    expect(waits.length).toBeGreaterThan(2 * ROUNDS)
  })
})

describe('limits', { timeout: 60_000 }, () => {
  it('a seller twice as large is answered just as much', async () => {
    const large = await new Client(testServer).register('twice@example.com')
    await give(large.userId, 2)
    const bytes = async (who: Client, path: string, input: object) =>
      Buffer.byteLength(JSON.stringify(await call(path, input, who)))
    for (const path of [
      'design.list',
      'mockup.list',
      'generation.active',
      'account.sessions',
      'account.knownBrowsers',
    ]) {
      const [one, other] = [await bytes(seller, path, {}), await bytes(large, path, {})]
      expect([path, Math.abs(other / one - 1) < 0.05]).toEqual([path, true])
    }
  })
})
