import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lets everybody else on this machine go first. On Linux a nice value belongs to a thread, and new threads have that of the
 * one which starts them, so it is set for all there are by now. Where Linux groups processes by session (autogroup, see
 * sched(7)) nice values count within a session only: a process that leads one also sets the session's own.
 * @param nice from 0, like the others, to 19, when nobody else wants the processor
 */
export function lowerPriority(nice: number): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, nice)
    } catch {
      // It has ended since.
    }
  }
  if (leadsItsSession())
    try {
      writeFileSync('/proc/self/autogroup', String(nice))
    } catch {
      // A kernel without autogroups, or a folder that may not be written: the nice values are what there is.
    }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [process.pid]
  }
}

/** Whether this process began its session: the sixth field of `stat` (proc(5)), counted behind the name in brackets. */
function leadsItsSession(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]) === process.pid
  } catch {
    return false
  }
}
