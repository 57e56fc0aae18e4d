import { type ChildProcess, fork } from 'node:child_process'
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
import { type ProcessLimits, limitProcess } from '../../jobs/process-limits.ts'

const PROCESS = fileURLToPath(new URL('./measurer-process.mjs', import.meta.url))
/** A photograph of 12 megapixels takes 11 to 20 s by the clock on two idle cores, and 800 MB. */
const LIMITS: ProcessLimits = { cpuMs: 120_000, mostBytes: 2 * 1024 ** 3 }
/** Behind the pictures that the worker makes. */
const NICE = 10

/**
 * glibc would keep planes of up to 32 MB that are let go of (mallopt(3), `M_MMAP_THRESHOLD`), and V8 let its young objects grow to 48 MB:
 * 150 of 900 MB with a photograph of 12 megapixels.
 */
const FRUGAL = { env: { MALLOC_MMAP_THRESHOLD_: '262144' }, execArgv: ['--max-semi-space-size=8'] }

/** What the process says: a stage that begins, what came of it, or what went wrong. */
export type MeasurerReport = { stage: SceneStage } | { answer: Measured | Unmeasured | Plated } | { error: string }

/**
 * Each photograph has a process of its own, which ends with it: most of its memory is one photograph's. It has none of our
 * environment, and past the limits of time or memory it is killed. `nice` as of `lowerPriority`.
 */
export function createMeasurer(log: Log, { nice = NICE }: { nice?: number } = {}): Measurer {
  let child: ChildProcess | undefined
  let line: Promise<unknown> = Promise.resolve()

  const ask = <Answer extends Measured | Unmeasured | Plated>(
    work: Photo | Mending,
    onStage: (stage: SceneStage) => void,
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const startedAt = Date.now()
      const asked = fork(PROCESS, [String(nice)], {
        ...FRUGAL,
        serialization: 'advanced',
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child = asked
      const settle = (act: () => void) => {
        const peak = watch.stop()
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
      const watch = limitProcess(asked.pid, LIMITS, (used) =>
        settle(() => reject(new MeasuringOverdue(`not measured with ${used}`))),
      )
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
