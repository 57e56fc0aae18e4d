import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '@printroom/core/context'
import { AppError } from '@printroom/core/errors'
import { lastFailures, queueState, type Failure, type QueueState } from '@printroom/core/generation/queue'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const FAILURES_SHOWN = 20
const REFRESH_SECONDS = 5

type Metric = { name: string; help: string; value: (state: QueueState) => number; labels?: string }

const METRICS: readonly Metric[] = [
  { name: 'printroom_generations', labels: 'status="queued"', help: 'Orders that wait or are being made.', value: (state) => state.queued },
  { name: 'printroom_generations', labels: 'status="rendering"', help: '', value: (state) => state.rendering },
  { name: 'printroom_queue_oldest_seconds', help: 'Age of the oldest order that waits.', value: (state) => state.oldestQueuedSeconds },
  { name: 'printroom_finished_5m', labels: 'status="done"', help: 'Orders that ended in the last 5 minutes.', value: (state) => state.doneLast5Minutes },
  { name: 'printroom_finished_5m', labels: 'status="failed"', help: '', value: (state) => state.failedLast5Minutes },
  { name: 'printroom_finished_1h', labels: 'status="done"', help: 'Orders that ended in the last hour.', value: (state) => state.doneLastHour },
  { name: 'printroom_finished_1h', labels: 'status="failed"', help: '', value: (state) => state.failedLastHour },
  { name: 'printroom_order_seconds', labels: 'quantile="0.5"', help: 'From order to picture, over the last hour.', value: (state) => state.medianSeconds },
  { name: 'printroom_order_seconds', labels: 'quantile="0.95"', help: '', value: (state) => state.p95Seconds },
  { name: 'printroom_jobs_retrying', help: 'Jobs that failed and wait for their next try.', value: (state) => state.retrying },
  { name: 'printroom_workers', help: 'Worker processes alive.', value: (state) => state.liveWorkers },
  { name: 'printroom_server_memory_bytes', help: 'Resident memory of this server.', value: () => process.memoryUsage.rss() },
]

/**
 * For operators, with OPERATOR_TOKEN as a Bearer token or as the password a browser asks for: GET /metrics in
 * Prometheus' text format, GET /ops/queue as a page. Without a token in the environment neither is there.
 */
export function registerOperators(app: FastifyInstance, context: Context): void {
  const token = context.env.OPERATOR_TOKEN
  if (!token) return
  const guarded = (answer: (reply: FastifyReply) => Promise<unknown>) => async (request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('cache-control', 'no-store')
    if (!isOperator(request, token)) {
      void reply.header('www-authenticate', 'Basic realm="Printroom operators", charset="UTF-8"')
      throw new AppError('unauthorized')
    }
    return answer(reply)
  }
  app.get('/metrics', { logLevel: 'warn' }, guarded(async (reply) => reply.type('text/plain; version=0.0.4').send(metricsOf(await queueState(context)))))
  app.get('/ops/queue', guarded(async (reply) => {
    const [state, failures] = await Promise.all([queueState(context), lastFailures(context, FAILURES_SHOWN)])
    return reply.type('text/html').send(pageOf(state, failures))
  }))
}

function isOperator({ headers }: FastifyRequest, token: string): boolean {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ')
  const given = scheme === 'Basic' ? Buffer.from(value, 'base64').toString().replace(/^[^:]*:/, '') : scheme === 'Bearer' ? value : ''
  return timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function metricsOf(state: QueueState): string {
  return METRICS.map(({ name, help, value, labels }) => {
    const head = help ? `# HELP ${name} ${help}\n# TYPE ${name} gauge\n` : ''
    return `${head}${name}${labels ? `{${labels}}` : ''} ${value(state)}\n`
  }).join('')
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const seconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} s`

function pageOf(state: QueueState, failures: readonly Failure[]): string {
  const tiles: [string, string][] = [
    ['Waiting', String(state.queued)],
    ['Being made', String(state.rendering)],
    ['Oldest waits', seconds(state.oldestQueuedSeconds)],
    ['Waiting for another try', String(state.retrying)],
    ['Made a minute (last 5)', (state.doneLast5Minutes / 5).toFixed(1)],
    ['Made in the last hour', String(state.doneLastHour)],
    ['Refunded in the last hour', String(state.failedLastHour)],
    ['Order to picture, median', seconds(state.medianSeconds)],
    ['Order to picture, 95 %', seconds(state.p95Seconds)],
    ['Workers alive', String(state.liveWorkers)],
  ]
  const rows = failures.map(
    ({ id, attempt, reason, finishedAt }) =>
      `<tr><td>${finishedAt?.toISOString() ?? ''}<td><code>${id}</code><td>${attempt}<td>${escape(reason ?? '')}`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>Queue · Printroom</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem }
dl div { border: 1px solid #8885; border-radius: .5rem; padding: .75rem 1rem }
dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums }
table { border-collapse: collapse; width: 100%; font-size: .875rem } td, th { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top }
</style>
<h1>Queue</h1>
<dl>${tiles.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
<h2>Last refunds</h2>
${rows.length ? `<table><tr><th>Ended<th>Generation<th>Tries<th>Reason${rows.join('')}</table>` : '<p>None.</p>'}
</html>
`
}
