import { readFileSync } from 'node:fs'
import { type Ingestion, ingestPng, keepToOneCore, printCopyOf } from '@printroom/imaging/ingest'
import { lowerPriority } from '../../jobs/process-priority.ts'

/** What comes back of each task. */
export type DecoderTasks = { ingest: Ingestion; printCopy: Uint8Array | null }
export type DecoderTask = { name: keyof DecoderTasks; bytes: Uint8Array }
/** `rssBytes` is the memory that the process holds after the task, `peakBytes` the most it ever held. */
export type DecoderReport = {
  answer?: DecoderTasks[keyof DecoderTasks]
  error?: string
  rssBytes: number
  peakBytes: number
}

lowerPriority(Number(process.argv[2]))
keepToOneCore()

process.on('message', async ({ name, bytes }: DecoderTask) => {
  const report = await (name === 'ingest' ? ingestPng(bytes) : printCopyOf(bytes)).then(
    (answer) => ({ answer }),
    (error: Error) => ({ error: `${error.name}: ${error.message}` }),
  )
  process.send?.({
    ...report,
    rssBytes: process.memoryUsage.rss(),
    peakBytes: peakBytes(),
  } satisfies DecoderReport)
})
// Whoever started it is gone, perhaps in the middle of a file.
process.on('disconnect', () => process.exit(0))

/** The most memory that this process has held. Linux's `getrusage` counts from what its parent held when it was started. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
