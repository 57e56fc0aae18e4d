const PARENT_CHECK_MS = 500
/** A terminal signals the whole group and npm passes the same signal on, so one Ctrl-C arrives twice. */
const SAME_KEYPRESS_MS = 1000

export type StopRequest = {
  /** Settles at the first wish to stop. */
  asked: Promise<void>
  isAsked: () => boolean
  /** What to do when someone presses Ctrl-C again. */
  onSecond: (act: () => void) => void
}

/** Ctrl-C, a polite kill, a closed terminal, or an npm that is gone: all mean stop. */
export function stopRequest(npm: number | undefined): StopRequest {
  let isAsked = false
  let second = () => {}
  const asked = new Promise<void>((resolve) => {
    let askedAt = 0
    const ask = () => {
      if (isAsked && Date.now() - askedAt > SAME_KEYPRESS_MS) second()
      if (!isAsked) askedAt = Date.now()
      isAsked = true
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    // A killed npm passes nothing on. The kernel gives its child another parent, and that shows.
    if (npm !== undefined) setInterval(() => process.ppid !== npm && !isAsked && ask(), PARENT_CHECK_MS).unref()
  })
  return { asked, isAsked: () => isAsked, onSecond: (act) => (second = act) }
}
