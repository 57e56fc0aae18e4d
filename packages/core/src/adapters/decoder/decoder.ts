import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../context.ts'
import { type Decoder, DecodingOverdue } from '../../domain/designs/decoder.ts'
import { limitProcess } from '../../jobs/process-limits.ts'
import type { DecoderReport, DecoderTask, DecoderTasks } from './decoder-process.ts'

const PROCESS = fileURLToPath(new URL('./decoder-process.mjs', import.meta.url))
/** The worst file that is taken (50 megapixels of 16 bits, interlaced) costs 4 s of processor time and 500 MB. */
const CPU_MS = 15_000
/** Behind the pictures that the worker makes. */
const NICE = 10
/** A process starts in half a second of a core, so it stays for the next file; not with the memory of a large one. */
const IDLE_MS = 30_000
const LARGE_BYTES = 256 * 1024 * 1024

/**
 * The process starts with the first file. It is not ours to trust what a stranger's bytes do to a decoder: it has none of
 * our environment, whatever it crashes on it crashes alone, and past `cpuMs` of processor time for one file it is killed.
 * `nice` as of `lowerPriority`.
 */
export function createDecoder(
  log: Log,
  { cpuMs = CPU_MS, nice = NICE }: { cpuMs?: number; nice?: number } = {},
): Decoder {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let line: Promise<unknown> = Promise.resolve()

  const start = (): ChildProcess => {
    const started = fork(PROCESS, [String(nice)], {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    return started
  }
  const end = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  const decode = async <Name extends keyof DecoderTasks>(
    name: Name,
    bytes: Uint8Array,
  ): Promise<DecoderTasks[Name]> => {
    clearTimeout(idle)
    const startedAt = Date.now()
    const { answer, error, rssBytes, peakBytes } = await ask((child ??= start()), { name, bytes })
    log.info(
      { task: name, bytes: bytes.length, ms: Date.now() - startedAt, peakMB: Math.round(peakBytes / 1e6) },
      'a file was decoded',
    )
    if (rssBytes > LARGE_BYTES) end()
    else idle = setTimeout(end, IDLE_MS)
    if (error !== undefined) throw new Error(error)
    return answer as DecoderTasks[Name]
  }

  const ask = (asked: ChildProcess, task: DecoderTask) =>
    new Promise<DecoderReport>((resolve, reject) => {
      const settle = (act: () => void) => {
        watch.stop()
        asked.off('message', answered).off('exit', lost).off('error', lost)
        act()
      }
      const answered = (report: unknown) => settle(() => resolve(report as DecoderReport))
      const lost = (cause: unknown) =>
        settle(() => reject(new Error(`the decoding process was lost: ${String(cause)}`)))
      const watch = limitProcess(asked.pid, { cpuMs }, (used) => {
        log.warn(
          { task: task.name, bytes: task.bytes.length, used },
          'a file was not decoded in time; its process is killed',
        )
        settle(() => reject(new DecodingOverdue(`not decoded with ${used}`)))
        end()
      })
      asked.once('message', answered).once('exit', lost).once('error', lost)
      asked.send(task, (error) => error && lost(error))
    })

  const inLine = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }

  return {
    ingest: (bytes) => inLine(() => decode('ingest', bytes)),
    printCopy: (file) => inLine(() => decode('printCopy', file)),
    async close() {
      clearTimeout(idle)
      const closing = child
      if (!closing) return
      const gone = new Promise((resolve) => closing.once('exit', resolve))
      end()
      await gone
    },
  }
}
