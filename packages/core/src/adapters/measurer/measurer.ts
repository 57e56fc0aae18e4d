import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SceneStage } from '@printroom/contract/scenes'
import type { Log } from '../../context.ts'
import {
  type Measured,
  type Measurer,
  MeasuringOverdue,
  type Mending,
  type Photo,
  type Plated,
  type Unmeasured,
} from '../../domain/scenes/measurer.ts'

const PROCESS = fileURLToPath(new URL('./measurer-process.mjs', import.meta.url))
/** A photograph of 12 megapixels takes a minute on a busy machine of two cores. */
const DEADLINE_MS = 240_000
/** One of 12 megapixels was seen to take 800 MB. */
const MOST_BYTES = 2 * 1024 ** 3
const LOOK_MS = 500

/**
 * glibc would keep planes of up to 32 MB that are let go of (mallopt(3), `M_MMAP_THRESHOLD`), and V8 let its young objects grow to 48 MB:
 * 150 of 900 MB with a photograph of 12 megapixels.
 */
const FRUGAL = { env: { MALLOC_MMAP_THRESHOLD_: '262144' }, execArgv: ['--max-semi-space-size=8'] }

/** What the process says: a stage that begins, what came of it, or what went wrong. */
export type MeasurerReport = { stage: SceneStage } | { answer: Measured | Unmeasured | Plated } | { error: string }

/**
 * Each photograph has a process of its own, which ends with it: most of its memory is one photograph's. It has none of our
 * environment, and past the limits of time or memory it is killed.
 */
export function createMeasurer(
  log: Log,
  { deadlineMs = DEADLINE_MS, mostBytes = MOST_BYTES }: { deadlineMs?: number; mostBytes?: number } = {},
): Measurer {
  let child: ChildProcess | undefined
  let line: Promise<unknown> = Promise.resolve()

  const ask = <Answer extends Measured | Unmeasured | Plated>(
    work: Photo | Mending,
    onStage: (stage: SceneStage) => void,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const startedAt = Date.now()
      let peak = 0
      const asked = fork(PROCESS, {
        ...FRUGAL,
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child = asked
      const settle = (act: () => void) => {
        clearTimeout(timer)
        clearInterval(look)
        asked.removeAllListeners()
        asked.on('error', () => undefined)
        asked.kill('SIGKILL')
        if (child === asked) child = undefined
        log.info(
          { ms: Date.now() - startedAt, peakMB: Math.round(peak / 1e6) },
          'a photograph was measured, or was not',
        )
        act()
      }
      const overdue = (what: string) => settle(() => reject(new MeasuringOverdue(what)))
      const timer = setTimeout(() => overdue(`not measured in ${deadlineMs / 1000} s`), deadlineMs)
      const look = setInterval(() => {
        const held = memoryOf(asked.pid)
        peak = Math.max(peak, held)
        if (held > mostBytes) overdue(`it held ${Math.round(held / 1e6)} MB`)
      }, LOOK_MS)
      asked.on('message', (report: MeasurerReport) => {
        if ('stage' in report) onStage(report.stage)
        else if ('answer' in report) settle(() => resolve(report.answer as Answer))
        else settle(() => reject(new Error(report.error)))
      })
      const lost = (cause: unknown) =>
        settle(() => reject(new Error(`the measuring process was lost: ${String(cause)}`)))
      asked.once('exit', lost).once('error', lost)
      asked.send(work, (error) => error && lost(error))
    })

  const inTurn = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }

  return {
    measure: (photo, onStage) => inTurn(() => ask<Measured | Unmeasured>(photo, onStage)),
    mend: (mending) => inTurn(() => ask<Plated>(mending, () => undefined)),
    async close() {
      child?.kill('SIGKILL')
    },
  }
}

/** The memory that a process holds, in bytes; 0 where the system does not say (proc(5) is Linux's). */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
