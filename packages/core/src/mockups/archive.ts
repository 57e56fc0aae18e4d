import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { archivePaths } from './naming.ts'

/**
 * The chosen mockups as a zip, streamed: one source is open at a time and pictures are stored, not deflated, so that
 * memory stays constant (archiver's `append` alone queues every source and gives no back-pressure).
 * A batch with one foreign or unknown id fails whole. @throws AppError not_found
 */
export async function archiveMockups({ db, storage, log }: Context, userId: UserId, ids: readonly string[]): Promise<Readable> {
  const wanted = [...new Set(ids)]
  const mockups = await db.mockup.findMany({ where: { id: { in: wanted }, userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  if (mockups.length !== wanted.length) throw new AppError('not_found')
  const paths = archivePaths(mockups)
  const zip = new ZipArchive({ store: true })

  const fill = async () => {
    for (const [index, mockup] of mockups.entries()) {
      if (zip.destroyed) return
      const { stream } = await storage.open(mockup.fileKey)
      const closed = new AbortController()
      const done = once(zip, 'entry', { signal: closed.signal })
      const stopped = () => (stream.destroy(), closed.abort())
      zip.once('close', stopped)
      stream.once('error', (error) => zip.destroy(error))
      zip.append(stream, { name: paths[index] ?? `${mockup.id}.jpg`, date: mockup.createdAt })
      await done
      zip.off('close', stopped)
    }
    await zip.finalize()
  }
  fill().catch((error: Error) => {
    if (zip.destroyed) return
    log.error({ err: error }, 'a zip broke off')
    zip.destroy(error)
  })
  return zip
}
