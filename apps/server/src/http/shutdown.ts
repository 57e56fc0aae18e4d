import { setMaxListeners } from 'node:events'
import type { FastifyInstance } from 'fastify'

/** A server on its way out, in two steps: it asks not to be given more, then lets go of whoever would wait for long. */
export type Shutdown = {
  /** Requests are still answered, but /readyz says `draining` and connections are not kept. */
  isDraining(): boolean
  /** Aborted when streams and waits end, so that the process can. */
  ended: AbortSignal
  drain(): void
  end(): void
}

export function createShutdown(): Shutdown {
  const ending = new AbortController()
  setMaxListeners(0, ending.signal) // every open stream listens
  let isDraining = false
  return {
    isDraining: () => isDraining,
    ended: ending.signal,
    drain: () => void (isDraining = true),
    end: () => ending.abort(),
  }
}

const SWEEP_MS = 100

/**
 * Closes the server once everything under way is answered. Node closes the connections that are idle at that moment; one
 * that falls idle a moment later would be kept for its whole keep-alive time, and the process with it.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
  }
}
