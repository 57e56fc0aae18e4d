import type { Context } from '@printroom/core/context'
import { hasLiveWorker } from '@printroom/core/jobs/heartbeat'
import type { FastifyInstance } from 'fastify'
import type { Shutdown } from './shutdown.ts'

/**
 * /healthz: the process answers. /readyz: it can serve, with the database there and a worker alive, and is not about to
 * stop: a load balancer sends nothing more to one that answers 503.
 */
export function registerHealth(app: FastifyInstance, context: Context, shutdown: Shutdown): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    const worker = await hasLiveWorker(context).catch(() => null)
    const state = { database: worker !== null, worker: worker === true }
    const status = shutdown.isDraining() ? 'draining' : state.worker ? 'ready' : 'not ready'
    return reply.status(status === 'ready' ? 200 : 503).send({ status, ...state })
  })
}
