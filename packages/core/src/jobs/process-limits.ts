import { readFileSync } from 'node:fs'

/**
 * `cpuMs` in milliseconds of processor time, over all of a process's threads; `clockMs` by the clock, ten times as many where
 * it is not said; `mostBytes` of resident memory.
 */
export type ProcessLimits = { cpuMs: number; clockMs?: number; mostBytes?: number }

/** A process that gets less than a tenth of a core for all its time does not work, it hangs. */
const CLOCK_SHARE = 10
const LOOK_MS = 250
/** `utime` and `stime` are in hundredths of a second whatever the kernel's own clock (USER_HZ, time(7)). */
const TICK_MS = 10

/**
 * Watches a process from now on, and calls `over` once, with what it has used, when it has gone past a limit. What counts is
 * the processor's time, not the clock's: a process that lets others go first stands still on a busy machine, and the file
 * that it works on is not to blame. Where the system does not tell (proc(5) is Linux's) the clock counts, and memory does not.
 * `stop` ends the watch and tells the most memory that was seen, in bytes.
 */
export function limitProcess(
  pid: number | undefined,
  { cpuMs, clockMs = cpuMs * CLOCK_SHARE, mostBytes = Number.POSITIVE_INFINITY }: ProcessLimits,
  over: (used: string) => void,
): { stop(): number } {
  const [startedAt, before] = [Date.now(), cpuMsOf(pid)]
  let peak = 0
  const look = setInterval(() => {
    const sinceMs = Date.now() - startedAt
    const now = cpuMsOf(pid)
    const usedMs = now === undefined || before === undefined ? undefined : now - before
    const held = memoryOf(pid)
    peak = Math.max(peak, held)
    const used =
      usedMs !== undefined && usedMs > cpuMs
        ? `${usedMs / 1000} s of processor time`
        : sinceMs > (usedMs === undefined ? cpuMs : clockMs)
          ? `${sinceMs / 1000} s by the clock`
          : held > mostBytes
            ? `${Math.round(held / 1e6)} MB`
            : undefined
    if (!used) return
    clearInterval(look)
    over(used)
  }, LOOK_MS)
  return {
    stop() {
      clearInterval(look)
      return peak
    },
  }
}

/** The processor time of a process so far: the fourteenth and fifteenth field of `stat` (proc(5)), counted behind the name. */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return (user + system) * TICK_MS
  } catch {
    return undefined
  }
}

/** The memory that a process holds, in bytes. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
