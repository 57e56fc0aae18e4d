import type { Readable } from 'node:stream'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { zipStream } from '../zip-stream.ts'
import { archivePaths } from './naming.ts'

/**
 * The chosen mockups as a zip, streamed. A batch with one foreign or unknown id fails whole. @throws AppError not_found
 */
export async function archiveMockups({ db, storage, log }: Context, userId: UserId, ids: readonly string[]): Promise<Readable> {
  const wanted = [...new Set(ids)]
  const mockups = await db.mockup.findMany({ where: { id: { in: wanted }, userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  if (mockups.length !== wanted.length) throw new AppError('not_found')
  const paths = archivePaths(mockups)
  return zipStream(
    mockups.map(({ id, fileKey, createdAt }, index) => ({
      name: paths[index] ?? `${id}.jpg`,
      date: createdAt,
      open: async () => (await storage.open(fileKey)).stream,
    })),
    log,
  )
}
