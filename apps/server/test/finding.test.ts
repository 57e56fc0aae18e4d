import { randomUUID } from 'node:crypto'
import { LIST_MAX_ROWS } from '@printroom/contract/limits'
import type { FacetsWire } from '@printroom/contract/mockup-filters'
import type { FoldersWire, MockupWire } from '@printroom/contract/wire'
import { describe, expect, it } from 'vitest'
import { Client, openTestServer } from './harness.ts'

const testServer = await openTestServer()
const { db } = testServer.context
const maya = await new Client(testServer).register('maya@example.com')
const neighbour = await new Client(testServer).register('neighbour@example.com')

const files = () => ({ fileKey: randomUUID(), thumbnailKey: randomUUID() })
const MUG = {
  product: 'mug',
  colour: 'mug-white',
  modelStyle: 'studio-product',
  background: 'off-white',
  designSize: 'small',
}
const SHIRT = {
  product: 't-shirt',
  productModel: 'bella-canvas-3001',
  colour: 'navy',
  modelStyle: 'lifestyle-casual',
  background: 'lifestyle-indoor',
  modelGender: 'woman',
  designSize: 'medium',
}
const designOf = async (userId: string, filename: string) =>
  (await db.design.create({ data: { userId, filename, width: 9, height: 9, fileSize: 9, ...files() } })).id
const sunset = await designOf(maya.userId, 'Sunset Club.png')
const harbour = await designOf(maya.userId, 'harbour_100%.png')
const batch = await db.batch.create({
  data: { userId: maya.userId, name: 'Autumn', idempotencyKey: 'b', requestHash: 'r', pictures: 2 },
})

/** A mockup that was made on a day of November, perhaps in the batch. */
async function made(userId: string, designId: string | null, day: number, settings: object, isInBatch = false) {
  const folderName = designId === sunset ? 'sunset-club-77' : designId === harbour ? 'harbour-100-12' : 'old-boat-4'
  const generation = await db.generation.create({
    data: {
      userId,
      designId,
      status: 'done',
      input: {},
      inputHash: 'r',
      seed: 0,
      idempotencyKey: randomUUID(),
      ...(isInBatch && { batchId: batch.id, batchPlace: day }),
    },
  })
  const createdAt = new Date(Date.UTC(2026, 10, day, 12))
  const row = { ...MUG, ...settings, ...files(), userId, designId, folderName, createdAt, generationId: generation.id }
  return (await db.mockup.create({ data: row })).id
}
const mug = await made(maya.userId, sunset, 1, MUG)
const shirt = await made(maya.userId, sunset, 2, SHIRT, true)
const boat = await made(maya.userId, null, 3, MUG)
const cup = await made(maya.userId, harbour, 4, { ...MUG, colour: 'mug-black' }, true)
await made(neighbour.userId, null, 5, SHIRT)

const ids = async (query: string) =>
  (await (await maya.fetch(`/api/mockups?${query}`)).json<MockupWire[]>()).map(({ id }) => id)
const folders = async (input: object, who = maya) => {
  const answer = await who.fetch(`/api/trpc/mockup.folders?input=${encodeURIComponent(JSON.stringify(input))}`)
  return (await answer.json<{ result: { data: FoldersWire } }>()).result.data
}

describe('mockups are found', () => {
  it.each([
    ['q=sunset', [shirt, mug]],
    ['q=SUNSET+club', [shirt, mug]],
    ['q=boat', [boat]], // its design is gone
    ['q=t-shirt', [shirt]],
    ['q=tshirt', [shirt]],
    ['q=bella', [shirt]],
    ['q=woman', [shirt]],
    ['q=man', []], // no part of another word
    ['q=navy+lifestyle', [shirt]],
    ['q=navy+mug', []],
    ['q=black', [cup]],
    ['q=100%25', [cup]], // no sign of a pattern
    ['q=_', [cup, boat, shirt, mug]], // no word
    ['q=77', []], // the folder's own digits are no name
    [`design_id=${sunset}`, [shirt, mug]],
    ['product=mug', [cup, boat, mug]],
    ['product=mug&colour=mug-white', [boat, mug]],
    ['style=lifestyle-casual', [shirt]],
    ['background=off-white', [cup, boat, mug]],
    ['from=2026-11-03', [cup, boat]],
    ['before=2026-11-03', [shirt, mug]],
    ['from=2026-11-02T13:00:00%2B01:00&before=2026-11-03T12:00:00Z', [shirt]],
    ['product=retired-product', []],
  ])('over REST by %s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  it('by a star, which is given and taken over REST, and only by its owner', async () => {
    const star = (who: Client, isFavourite: boolean) =>
      who.fetch(`/api/mockups/${mug}`, { method: 'PATCH', json: { is_favourite: isFavourite } })
    expect(await (await star(maya, true)).json()).toMatchObject({ id: mug, is_favourite: true })
    expect(await ids('is_favourite=true')).toEqual([mug])
    expect(await ids('is_favourite=false')).toEqual([cup, boat, shirt])
    expect((await star(neighbour, false)).status).toBe(404)
    expect(await ids('is_favourite=true')).toEqual([mug])
    expect((await star(maya, false)).status).toBe(200)
    expect(await ids('is_favourite=true')).toEqual([])
  })

  it.each([
    'from=yesterday',
    'before=0000-01-01',
    'from=2026-13-01',
    `q=${'a'.repeat(101)}`,
    'design_id=7',
    'q=a&q=b',
    'q=%00',
    'is_favourite=perhaps',
  ])('not by %s, which is refused in a sentence', async (query) => {
    const answer = await maya.fetch(`/api/mockups?${query}`)
    expect(answer.status).toBe(400)
    expect((await answer.json<{ error: string }>()).error.length).toBeGreaterThan(10)
  })

  it('page by page, each once, with the same filter', async () => {
    const seen: string[] = []
    let path = '/api/mockups?product=mug&limit=1'
    for (let pages = 0; path && pages < 9; pages += 1) {
      const answer = await maya.fetch(path)
      seen.push(...(await answer.json<MockupWire[]>()).map(({ id }) => id))
      path = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    }
    expect(seen).toEqual([cup, boat, mug])
  })

  it('by folder, counted as they were found and numbered as in their folder', async () => {
    const page = await folders({ product: 't-shirt' })
    expect(page).toMatchObject({
      by: 'design',
      folders: { 'sunset-club-77': 1 },
      total: 1,
      numbers: { [shirt]: 2 },
      titles: null,
    })
    expect((await folders({})).numbers).toBeNull()
  })

  it('by batch, the one with the newest first, a page at a time, and those of none together', async () => {
    const seen: FoldersWire[] = []
    for (let cursor: string | null | undefined; cursor !== null; cursor = seen.at(-1)?.next ?? null)
      seen.push(await folders({ by: 'batch', limit: 1, cursor }))
    expect(seen.flatMap(({ items }) => items.map(({ id }) => id))).toEqual([cup, shirt, boat, mug])
    expect(seen[0]).toMatchObject({ folders: { [batch.id]: 2 }, titles: { [batch.id]: 'Autumn' }, total: 4 })
    expect(seen[2]).toMatchObject({ folders: { '': 2 }, titles: {} })
    expect(seen[0]?.items[0]?.batch_id).toBe(batch.id)
    expect((await folders({ by: 'batch' }, neighbour)).total).toBe(1)
  })

  it('by what there is, with counts', async () => {
    const answer = await maya.fetch('/api/trpc/mockup.facets')
    const { data } = (await answer.json<{ result: { data: FacetsWire } }>()).result
    expect(data).toMatchObject({
      products: [
        { value: 'mug', count: 3 },
        { value: 't-shirt', count: 1 },
      ],
      designs: [
        { value: harbour, filename: 'harbour_100%.png', count: 1 },
        { value: sunset, filename: 'Sunset Club.png', count: 2 },
      ],
      has_more_designs: false,
    })
    expect(data.colours.map(({ value, count }) => [value, count])).toContainEqual(['mug-white', 2])
  })
})

it('a page of a search is no larger than any other', async () => {
  expect((await maya.fetch(`/api/mockups?q=mug&limit=${LIST_MAX_ROWS + 1}`)).status).toBe(400)
})
