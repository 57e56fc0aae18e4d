import type { Db } from '@printroom/db/client'
import type { MockupRow } from '../mockups/wire.ts'

/** Rows that are in memory at a time. */
const AT_ONCE = 500

type Row = { id: string }
type Stored = Row & { fileKey: string; createdAt: Date }
type DesignRow = Stored & { filename: string }
type SceneRow = Omit<Stored, 'fileKey'> & {
  name: string
  fileKey: string | null
  mendKeys: string[]
  maskKey: string | null
  nextMaskKey: string | null
}
type StoredMockup = Stored &
  Pick<MockupRow, 'folderName' | 'product' | 'productModel' | 'colour' | 'modelStyle' | 'background' | 'side'>

const after = (last: Row | undefined): { cursor?: Row; skip?: number } =>
  last ? { cursor: { id: last.id }, skip: 1 } : {}

/** Every row that there is of a person up to a moment, oldest first, a page at a time. What opens anything is left out. */
export function rowsOf(db: Db, userId: string, until: Date) {
  const where = { userId, createdAt: { lte: until } }
  const byTime = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
  const page = { where, orderBy: byTime, take: AT_ONCE }
  return {
    sessions: () =>
      paged<{ handle: string }>((last) =>
        db.session.findMany({
          where,
          omit: { id: true, userId: true },
          orderBy: { handle: 'asc' },
          take: AT_ONCE,
          ...(last && { cursor: { handle: last.handle }, skip: 1 }),
        }),
      ),
    knownBrowsers: () =>
      paged<Row>((last) =>
        db.trustedDevice.findMany({ ...page, ...after(last), omit: { tokenHash: true, userId: true } }),
      ),
    apiKeys: () =>
      paged<Row>((last) => db.apiKey.findMany({ ...page, ...after(last), omit: { tokenHash: true, userId: true } })),
    apiRequests: () =>
      paged<Row>((last) => db.apiRequest.findMany({ ...page, ...after(last), omit: { userId: true } })),
    webhookEndpoints: () =>
      paged<Row>((last) =>
        db.webhookEndpoint.findMany({
          ...page,
          ...after(last),
          omit: { secret: true, oldSecret: true, userId: true },
        }),
      ),
    designs: () => paged<DesignRow>((last) => db.design.findMany({ ...page, ...after(last) })),
    mockups: () => paged<StoredMockup>((last) => db.mockup.findMany({ ...page, ...after(last) })),
    scenes: () => paged<SceneRow>((last) => db.scene.findMany({ ...page, ...after(last) })),
    batches: () =>
      paged<Row>((last) => db.batch.findMany({ ...page, ...after(last), omit: { userId: true, requestHash: true } })),
    packs: () => paged<Row>((last) => db.pack.findMany({ ...page, ...after(last), omit: { userId: true } })),
    shares: () =>
      paged<Row>((last) =>
        db.share.findMany({
          ...page,
          ...after(last),
          omit: { userId: true, tokenHash: true },
          include: { pictures: { omit: { userId: true, shareId: true }, orderBy: { place: 'asc' } } },
        }),
      ),
    generations: () =>
      paged<Row>((last) =>
        db.generation.findMany({ ...page, ...after(last), omit: { userId: true, errorDetail: true } }),
      ),
    creditEntries: () =>
      paged<Row>((last) => db.creditEntry.findMany({ ...page, ...after(last), omit: { userId: true } })),
    purchases: () => paged<Row>((last) => db.purchase.findMany({ ...page, ...after(last), omit: { userId: true } })),
  }
}
export type Rows = ReturnType<typeof rowsOf>

async function* paged<Of>(read: (last: Of | undefined) => Promise<Of[]>): AsyncGenerator<Of> {
  for (let last: Of | undefined; ;) {
    const rows = await read(last)
    yield* rows
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)
  }
}
