import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

// `read` returns when the pipe closes, which the kernel does for a parent killed with -9 as well. The pause lets the
// other children finish their last statements; the pid file tells whether that Postgres is still the one meant.
const SCRIPT = `
read -r _
sleep 2
if [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ]; then
  kill -INT "$1"
  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$1" 2>/dev/null || break; sleep 0.2; done
fi
shift 2
for scratch in "$@"; do rm -rf -- "$scratch"; done
`

/**
 * A shell that outlives this process, however it ends, and then stops Postgres. `scratch` is deleted with it.
 * Returns what calls the guard off.
 */
export function guardPostgres(pid: number, folder: string, scratch: string[]): () => void {
  const guard = spawn('/bin/sh', ['-c', SCRIPT, 'printroom-postgres-guard', String(pid), folder, ...scratch], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return () => guard.kill('SIGKILL')
}
