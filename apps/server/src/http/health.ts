import type { Context } from '@printroom/core/context'
import { hasLiveWorker } from '@printroom/core/workers/heartbeat'
import type { FastifyInstance } from 'fastify'

/** /healthz: the process answers. /readyz: it can serve, with the database there and a worker alive. */
export function registerHealth(app: FastifyInstance, context: Context): void {
  app.get('/healthz', { logLevel: 'warn' }, () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'warn' }, async (_, reply) => {
    const worker = await hasLiveWorker(context).catch(() => null)
    const state = { database: worker !== null, worker: worker === true }
    return reply.status(state.worker ? 200 : 503).send({ status: state.worker ? 'ready' : 'not ready', ...state })
  })
}
