import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from './env.ts'
import { follow, say } from './log.ts'

const FOLLOW_LAUNCHER = fileURLToPath(new URL('follow-launcher.mjs', import.meta.url))
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** A process that ran this long was well: its next crash starts the pauses anew. */
const WELL_AFTER_MS = 30_000
/** A worker finishes the picture it draws; a process that takes longer is ended. */
const STOP_WITHIN_MS = 30_000

export type Supervised = {
  /** How often it has ended without being asked to. */
  crashes: () => number
  /** Asks it to stop and waits. Settles when the process is gone. */
  stop: () => Promise<void>
  /** Ends it at once, with all it started. */
  kill: () => void
}

/** Keeps `src/main.ts` of an app running: its output in our log, started again with growing pauses when it ends. */
export function supervise(app: string, env: NodeJS.ProcessEnv): Supervised {
  let child: ChildProcess | undefined
  let isStopping = false
  let crashes = 0
  let pause = FIRST_PAUSE_MS
  let restart: NodeJS.Timeout | undefined

  start()
  return { crashes: () => crashes, stop, kill }

  function start(): void {
    const startedAt = Date.now()
    // Detached: Ctrl-C in a terminal would reach every process at once, and the order of stopping is ours to keep.
    const started = spawn(process.execPath, ['--import', FOLLOW_LAUNCHER, '--import', 'tsx', 'src/main.ts'], {
      cwd: join(ROOT, 'apps', app),
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    if (started.stdout !== null) follow(app, started.stdout)
    if (started.stderr !== null) follow(app, started.stderr)
    started.once('exit', (code, signal) => {
      child = undefined
      if (isStopping) return
      crashes += 1
      if (Date.now() - startedAt > WELL_AFTER_MS) pause = FIRST_PAUSE_MS
      say(app, `ended (${signal ?? `status ${code}`}); starting it again in ${pause / 1000} s`)
      restart = setTimeout(start, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    })
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearTimeout(restart)
    const stopping = child
    if (stopping === undefined) return
    const gone = new Promise((resolve) => stopping.once('exit', resolve))
    const late = setTimeout(() => {
      say(app, `did not stop within ${STOP_WITHIN_MS / 1000} s and is ended`)
      kill()
    }, STOP_WITHIN_MS)
    stopping.kill('SIGTERM')
    await gone
    clearTimeout(late)
  }

  function kill(): void {
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It ended between the question and the answer.
    }
  }
}
