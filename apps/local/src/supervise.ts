import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inherited } from './env.mjs'
import { follow } from './log.ts'
import { say } from './say.mjs'

const FOLLOW_LAUNCHER = fileURLToPath(new URL('follow-launcher.mjs', import.meta.url))
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000
/** A process that ran this long was well: its next crash starts the pauses anew. */
const WELL_AFTER_MS = 30_000
/**
 * A child follows a launcher that was killed with -9 by itself (`follow-launcher.mjs`), which takes its event loop: one that
 * was still loading on a busy machine has been seen to live on. The shell asks nothing of it. A child has 10 s to put its
 * work away before that.
 */
const GUARD = `
while kill -0 "$1" 2>/dev/null; do sleep 1; done
sleep 12
kill -s KILL -- "-$2" 2>/dev/null
`
/** A worker finishes the picture it draws; a process that takes longer is ended. */
const STOP_WITHIN_MS = 30_000

export type Program = {
  /** Heads its lines in the log. */
  name: string
  /** Absolute. */
  folder: string
  /** Node's arguments: flags, a path within the folder, and the script's own. */
  script: readonly string[]
  env: NodeJS.ProcessEnv
  /** Told the process' number at every start. */
  onStart: (pid: number) => void
  /** For a program that comes to an end: called when it ended well, and then it is not started again. */
  onDone?: () => void
}

export type Supervised = {
  name: string
  /** How often it has ended without being asked to. */
  crashes: () => number
  /** Asks it to stop and starts it anew when it has, or at once when it had crashed. */
  restart: () => void
  /** Asks it to stop and waits. Settles when the process is gone. */
  stop: () => Promise<void>
  /** Ends it at once, with all it started. */
  kill: () => void
}

/** Keeps a program running: its output in our log, started again with growing pauses when it ends. */
export function supervise({ name, folder, script, env, onStart, onDone }: Program): Supervised {
  let child: ChildProcess | undefined
  let isStopping = false
  let isRestarting = false
  let crashes = 0
  let pause = FIRST_PAUSE_MS
  let pending: NodeJS.Timeout | undefined

  start()
  return { name, crashes: () => crashes, restart, stop, kill }

  function start(): void {
    const startedAt = Date.now()
    isRestarting = false
    // Detached: Ctrl-C in a terminal would reach every process at once, and the order of stopping is ours to keep.
    const started = spawn(process.execPath, ['--import', FOLLOW_LAUNCHER, ...script], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    if (started.pid !== undefined) onStart(started.pid)
    const guard = started.pid === undefined ? undefined : guardOf(started.pid)
    if (started.stdout !== null) follow(name, started.stdout)
    if (started.stderr !== null) follow(name, started.stderr)
    started.once('exit', (code, signal) => {
      guard?.kill('SIGKILL')
      child = undefined
      if (isStopping) return
      if (isRestarting) return start()
      if (code === 0 && onDone) return onDone()
      crashes += 1
      if (Date.now() - startedAt > WELL_AFTER_MS) pause = FIRST_PAUSE_MS
      say(name, `ended (${signal ?? `status ${code}`}); starting it again in ${pause / 1000} s`)
      pending = setTimeout(start, pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    })
  }

  function restart(): void {
    // What is on its way out has not read the sources again yet.
    if (isStopping || isRestarting) return
    clearTimeout(pending)
    pause = FIRST_PAUSE_MS
    if (child === undefined) return start()
    isRestarting = true
    void end(child)
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearTimeout(pending)
    if (child !== undefined) await end(child)
  }

  async function end(stopping: ChildProcess): Promise<void> {
    const gone = new Promise((resolve) => stopping.once('exit', resolve))
    const late = setTimeout(() => {
      say(name, `did not stop within ${STOP_WITHIN_MS / 1000} s and is ended`)
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

/** Ends a process and what it started, should the launcher be gone without having done so. */
function guardOf(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'printroom-guard', String(process.pid), String(pid)], {
    cwd: '/',
    env: { PATH: inherited.PATH },
    detached: true,
    stdio: 'ignore',
  })
  guard.unref()
  return guard
}
