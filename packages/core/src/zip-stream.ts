import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import type { Log } from './context.ts'

/** A file of a zip: where it stands in it, and how its bytes are had when its turn comes. */
export type ZipEntry = { name: string; date: Date; open: () => Promise<Readable | string> }

/**
 * Files as a zip, streamed: one source is open at a time and nothing is deflated, so that memory stays constant
 * (archiver's `append` alone queues every source and gives no back-pressure). The next entry is asked for when the one
 * before it is in. Destroying the result closes what is open.
 */
export function zipStream(entries: Iterable<ZipEntry>, log: Log): Readable {
  const zip = new ZipArchive({ store: true })

  const fill = async () => {
    for (const { name, date, open } of entries) {
      if (zip.destroyed) return
      const source = await open()
      const closed = new AbortController()
      const done = once(zip, 'entry', { signal: closed.signal })
      const stopped = () => {
        if (typeof source !== 'string') source.destroy()
        closed.abort()
      }
      zip.once('close', stopped)
      if (typeof source !== 'string') source.once('error', (error) => zip.destroy(error))
      zip.append(source, { name, date })
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
