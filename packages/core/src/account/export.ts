import type { Readable } from 'node:stream'
import type { Context, UserId } from '../context.ts'
import { archivePaths } from '../mockups/naming.ts'
import { StorageMissing } from '../ports/storage.ts'
import { zipStream, type ZipEntry } from '../zip-stream.ts'

/**
 * Everything we hold of a person, as a zip that is streamed: `account.json`, and their designs and mockups as files.
 * Secrets are not in it: of sessions, browsers and keys it tells that they are there, as the account page does.
 */
export async function exportAccount(context: Context, userId: UserId): Promise<Readable> {
  const { db, storage, clock, log } = context
  const where = { userId }
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
  const [user, sessions, knownBrowsers, apiKeys, designs, mockups, generations, credits, purchases] = await Promise.all([
    db.user.findUniqueOrThrow({ where: { id: userId } }),
    db.session.findMany({ where, omit: { id: true, userId: true } }),
    db.trustedDevice.findMany({ where, omit: { tokenHash: true, userId: true } }),
    db.apiKey.findMany({ where, omit: { tokenHash: true, userId: true } }),
    db.design.findMany({ where, orderBy }),
    db.mockup.findMany({ where, orderBy }),
    db.generation.findMany({ where, orderBy, omit: { userId: true, errorDetail: true } }),
    db.creditEntry.findMany({ where, orderBy, omit: { userId: true } }),
    db.purchase.findMany({ where, orderBy, omit: { userId: true } }),
  ])

  const mockupPaths = archivePaths(mockups)
  const files = [
    ...designs.map((design) => ({ name: `designs/${design.id}-${design.filename}`, key: design.fileKey, date: design.createdAt })),
    ...mockups.map((mockup, index) => ({ name: `mockups/${mockupPaths[index] ?? `${mockup.id}.jpg`}`, key: mockup.fileKey, date: mockup.createdAt })),
  ]
  const nameOf = new Map(files.map(({ key, name }) => [key, name]))
  const listed = (row: { fileKey: string }) => ({ ...row, fileKey: undefined, thumbnailKey: undefined, userId: undefined, file: nameOf.get(row.fileKey) })
  const account = {
    exported_at: clock.now().toISOString(),
    user,
    sessions,
    known_browsers: knownBrowsers,
    api_keys: apiKeys,
    designs: designs.map(listed),
    mockups: mockups.map(listed),
    generations,
    credit_entries: credits,
    purchases,
  }

  const entries: ZipEntry[] = [
    { name: 'account.json', date: clock.now(), open: async () => JSON.stringify(account, plain, 2) },
    ...files.map(({ name, key, date }) => ({
      name,
      date,
      open: async () => {
        try {
          return (await storage.open(key)).stream
        } catch (error) {
          if (!(error instanceof StorageMissing)) throw error
          log.error({ key }, 'a row points at a file that is not there')
          return ''
        }
      },
    })),
  ]
  return zipStream(entries, log)
}

/** JSON has no big integers. */
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value)
