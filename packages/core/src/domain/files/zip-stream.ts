import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import type { Log } from '../../context.ts'

/** A file of a zip: where it stands in it, and how its bytes are had when its turn comes. Null leaves it out; the signal says that nobody reads any more. */
export type ZipEntry = { name: string; date: Date; open: (signal: AbortSignal) => Promise<Readable | string | null> }

/**
 * Files as a zip, streamed: one source is open at a time and nothing is deflated, so that memory stays constant
 * (archiver's `append` alone queues every source and gives no back-pressure). The next entry is asked for when the one
 * before it is in. Destroying the result closes what is open.
 */
export function zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>, log: Log): Readable {
  const zip = new ZipArchive({ store: true })
  const closed = new AbortController()
  zip.once('close', () => closed.abort())

  const fill = async () => {
    for await (const { name, date, open } of entries) {
      if (zip.destroyed) return
      const source = await open(closed.signal)
      if (source === null) continue
      const stopped = () => {
        if (typeof source !== 'string') source.destroy()
      }
      if (closed.signal.aborted) return stopped()
      const done = once(zip, 'entry', { signal: closed.signal })
      closed.signal.addEventListener('abort', stopped, { once: true })
      if (typeof source !== 'string') source.once('error', (error) => zip.destroy(error))
      zip.append(source, { name, date })
      await done
      closed.signal.removeEventListener('abort', stopped)
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
