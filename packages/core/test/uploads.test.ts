import { describe, expect, it, vi } from 'vitest'
import { ingestDesign } from '../src/domain/designs/ingest.ts'
import { withdrawUpload } from '../src/domain/designs/withdraw.ts'
import { DecodingOverdue } from '../src/domain/designs/decoder.ts'
import { chunk, header } from './hostile-png.ts'
import { createSeller } from './fixture.ts'
import {
  context,
  db,
  filesLeft,
  hooks,
  type Ingest,
  jobs,
  PNG,
  send,
  stored,
  taken,
  uploadsOf,
  work,
} from './upload-fixture.ts'

describe('an upload', () => {
  it('is a design when a worker has read it: the request waits, and only the design’s own files are left', async () => {
    const user = await createSeller(db)
    const since = stored.length
    const waiting = send(user)
    const [upload] = await uploadsOf(user)
    expect(await db.design.count({ where: { userId: user } })).toBe(0)
    await work(upload!.id)
    expect(await waiting).toMatchObject({
      id: upload!.id,
      filename: 'sun.png',
      width: 40,
      height: 40,
      file_size: PNG.length,
    })
    const design = await db.design.findUniqueOrThrow({ where: { id: upload!.id } })
    expect((await filesLeft(since)).toSorted()).toEqual(
      [design.fileKey, design.printKey, design.thumbnailKey, design.cardKey].toSorted(),
    )
    expect(await db.upload.findUnique({ where: { id: upload!.id } })).toMatchObject({
      status: 'done',
      fileKey: null,
      attempt: 1,
    })
  })

  it('that its header gives away is refused before anything is kept', async () => {
    const user = await createSeller(db)
    const since = stored.length
    const bomb = Buffer.concat([PNG.subarray(0, 8), header(64_250, 64_250), chunk('IEND')])
    await expect(send(user, { bytes: bomb })).rejects.toMatchObject({
      code: 'too_large',
      status: 413,
      message: 'This image is too large: at most 50 megapixels, and 12,000 pixels a side.',
    })
    await expect(send(user, { bytes: Buffer.from('JFIF') })).rejects.toMatchObject({ code: 'not_png', status: 415 })
    await expect(send(user, { bytes: PNG.subarray(0, -1) })).rejects.toMatchObject({
      code: 'unreadable_png',
      status: 422,
      message: 'This PNG could not be read. It may be damaged or cut short.',
    })
    expect(await db.upload.count({ where: { userId: user } })).toBe(0)
    expect(stored.length).toBe(since)
  })

  it.each([
    [
      'damaged inside',
      async () => ({ ok: false, reason: 'unreadable', detail: 'crc' }) as const,
      { code: 'unreadable_png', message: 'This PNG could not be read. It may be damaged or cut short.' },
    ],
    [
      'too slow to read',
      () => Promise.reject(new DecodingOverdue('30 s')),
      { code: 'unreadable_png', message: expect.stringContaining('takes too long') },
    ],
  ] satisfies [string, Ingest, object][])(
    'that is %s is refused in its sentence, and nothing of it is kept',
    async (_, verdict, refusal) => {
      const user = await createSeller(db)
      const since = stored.length
      const refused = send(user).catch((error: unknown) => error)
      const [upload] = await uploadsOf(user)
      hooks.ingest = verdict
      await work(upload!.id)
      hooks.ingest = taken
      expect(await refused).toMatchObject(refusal)
      expect(await filesLeft(since)).toEqual([])
      expect(await db.design.count({ where: { userId: user } })).toBe(0)
    },
  )

  it('is tried again after a failure, and after the last one says that it is our fault', async () => {
    const user = await createSeller(db)
    const since = stored.length
    const refused = send(user).catch((error: unknown) => error)
    const [upload] = await uploadsOf(user)
    hooks.ingest = () => Promise.reject(new Error('the decoding process was lost'))
    await expect(ingestDesign(context, upload!.id, false)).rejects.toThrow('lost')
    expect(await filesLeft(since)).toEqual([upload!.fileKey])
    await work(upload!.id, true)
    hooks.ingest = taken
    expect(await refused).toMatchObject({ code: 'internal', status: 500 })
    expect(await db.upload.findUnique({ where: { id: upload!.id } })).toMatchObject({
      attempt: 2,
      errorDetail: expect.stringContaining('lost'),
    })
    expect(await filesLeft(since)).toEqual([])
  })

  it('read by two workers at once is one design, with the files of one', async () => {
    const user = await createSeller(db)
    const since = stored.length
    const waiting = send(user)
    const [upload] = await uploadsOf(user)
    await Promise.all([
      ingestDesign(context, upload!.id, false),
      ingestDesign(context, upload!.id, false),
      ingestDesign(context, upload!.id, true),
    ])
    expect((await waiting).id).toBe(upload!.id)
    expect(await db.design.count({ where: { userId: user } })).toBe(1)
    expect(await filesLeft(since)).toHaveLength(4)
  })
})

describe('whoever waits', () => {
  it('and goes away loses nothing: the design appears', async () => {
    const user = await createSeller(db)
    const gone = new AbortController()
    const waiting = send(user, { signal: gone.signal }).catch((error: unknown) => error)
    const [upload] = await uploadsOf(user)
    gone.abort()
    expect(await waiting).toMatchObject({ code: 'upload_timeout' })
    await work(upload!.id)
    expect(await db.design.findUnique({ where: { id: upload!.id } })).toMatchObject({ userId: user })
  })

  it('is told when the time is over that nobody has begun: nothing is kept, and the next upload has its turn', async () => {
    const user = await createSeller(db)
    const since = stored.length
    await expect(send(user, { seconds: 0 })).rejects.toMatchObject({
      code: 'upload_timeout',
      status: 408,
      message: 'Upload timeout',
    })
    const [late] = await uploadsOf(user)
    expect([late!.status, await filesLeft(since), await jobs()]).toEqual([
      'failed',
      [],
      expect.not.arrayContaining([late!.id]),
    ])
    await ingestDesign(context, late!.id, false)
    expect(await db.design.count({ where: { userId: user } })).toBe(0)
    const waiting = send(user)
    const [, next] = await uploadsOf(user, 2)
    expect(await jobs()).toContain(next!.id)
    await work(next!.id)
    await waiting
  })

  it('takes nothing away from a worker that has begun: the design appears', async () => {
    const user = await createSeller(db)
    let finish = () => {}
    hooks.ingest = (bytes) => new Promise<void>((resolve) => (finish = resolve)).then(() => taken(bytes))
    const waiting = send(user)
    const [upload] = await uploadsOf(user)
    const working = ingestDesign(context, upload!.id, false)
    await vi.waitFor(
      async () =>
        expect(await db.upload.findUnique({ where: { id: upload!.id } })).toMatchObject({ status: 'running' }),
      { timeout: 30_000 },
    )
    await withdrawUpload(context, user, upload!.id)
    finish()
    await working
    expect((await waiting).id).toBe(upload!.id)
  })

  it('hears of it also when the word of it was lost on the way', async () => {
    const user = await createSeller(db)
    const waiting = send(user)
    const [upload] = await uploadsOf(user)
    // While the listener is away nobody is told; when it is back it looks.
    await db.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'printroom-listen' AND datname = current_database()`
    await work(upload!.id)
    expect(await waiting).toMatchObject({ id: upload!.id })
  })
})

describe('the line', () => {
  it('holds one upload of each seller at a time: the next joins at its end when that one has ended', async () => {
    const [many, one] = [await createSeller(db), await createSeller(db)]
    const all = Promise.allSettled([send(many), send(many), send(many)])
    const [first, second, third] = await uploadsOf(many, 3)
    expect((await jobs()).filter((key) => [first, second, third].some((upload) => upload!.id === key))).toEqual([
      first!.id,
    ])
    const other = send(one)
    const [only] = await uploadsOf(one)
    await work(first!.id)
    // Behind the other seller's, which came later than both.
    const line = await jobs()
    expect(line.indexOf(only!.id)).toBeGreaterThanOrEqual(0)
    expect(line.indexOf(second!.id)).toBeGreaterThan(line.indexOf(only!.id))
    expect(line).not.toContain(third!.id)
    for (const upload of [only, second, third]) await work(upload!.id)
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    await other
  })

  it('has room for thirty of one seller, and the next is refused before it is stored', async () => {
    const user = await createSeller(db)
    await db.upload.createMany({
      data: Array.from({ length: 30 }, (_, at) => ({
        userId: user,
        filename: 'a.png',
        fileKey: `upload-many-${at}`,
        fileSize: 1,
      })),
    })
    const since = stored.length
    await expect(send(user)).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      details: { retryAfterSeconds: 25 },
    })
    expect(stored.length).toBe(since)
    await db.upload.deleteMany({ where: { userId: user } })
  })
})
