// Preloaded into every child process. A launcher killed with -9 can tell its children nothing, but the kernel closes
// the channel between them; the child then stops as if asked to, so that the next start finds no stranger.
import { isMainThread } from 'node:worker_threads'

const STOP_WITHIN_MS = 10_000

if (isMainThread && process.channel !== undefined) {
  // Nobody reads the log any more either, and a failed write must not end the child before its work is put away.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_WITHIN_MS).unref()
  })
  // Listening would keep a child alive that has nothing left to do.
  process.channel.unref()
}
