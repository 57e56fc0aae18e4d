import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '@printroom/core/context'
import { AppError } from '@printroom/core/errors'
import { lastFailures, queueState, type Failure, type QueueState } from '@printroom/core/domain/generation/queue'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { watchEventLoop } from './event-loop.ts'

const FAILURES_SHOWN = 20
const REFRESH_SECONDS = 5
/** From here on an operator should ask why. */
const LONG_WAIT_SECONDS = 60

type Metric = {
  name: string
  help: string
  value: (state: QueueState, longestPause: number) => number
  labels?: string
}

const METRICS: readonly Metric[] = [
  {
    name: 'printroom_generations',
    labels: 'status="queued"',
    help: 'Orders that wait or are being made.',
    value: (state) => state.queued,
  },
  { name: 'printroom_generations', labels: 'status="rendering"', help: '', value: (state) => state.rendering },
  {
    name: 'printroom_queue_oldest_seconds',
    help: 'Age of the oldest order that waits.',
    value: (state) => state.oldestQueuedSeconds,
  },
  {
    name: 'printroom_finished_5m',
    labels: 'status="done"',
    help: 'Orders that ended in the last 5 minutes.',
    value: (state) => state.doneLast5Minutes,
  },
  { name: 'printroom_finished_5m', labels: 'status="failed"', help: '', value: (state) => state.failedLast5Minutes },
  {
    name: 'printroom_finished_1h',
    labels: 'status="done"',
    help: 'Orders that ended in the last hour.',
    value: (state) => state.doneLastHour,
  },
  { name: 'printroom_finished_1h', labels: 'status="failed"', help: '', value: (state) => state.failedLastHour },
  {
    name: 'printroom_order_seconds',
    labels: 'quantile="0.5"',
    help: 'From order to picture, over the last hour.',
    value: (state) => state.medianSeconds,
  },
  { name: 'printroom_order_seconds', labels: 'quantile="0.95"', help: '', value: (state) => state.p95Seconds },
  {
    name: 'printroom_jobs_retrying',
    help: 'Jobs that failed and wait for their next try.',
    value: (state) => state.retrying,
  },
  { name: 'printroom_workers', help: 'Worker processes alive.', value: (state) => state.liveWorkers },
  {
    name: 'printroom_server_memory_bytes',
    help: 'Resident memory of this server.',
    value: () => process.memoryUsage.rss(),
  },
  {
    name: 'printroom_server_event_loop_pause_seconds',
    help: 'Longest pause of this server since it was last asked here.',
    value: (_, longestPause) => longestPause,
  },
]

/**
 * For operators, with OPERATOR_TOKEN as a Bearer token or as the password a browser asks for: GET /metrics in
 * Prometheus' text format, GET /ops/queue as a page. Without a token in the environment neither is there.
 */
export function registerOperators(app: FastifyInstance, context: Context): void {
  const token = context.env.OPERATOR_TOKEN
  if (!token) return
  const longestPause = watchEventLoop()
  const guarded =
    (answer: (reply: FastifyReply) => Promise<unknown>) => async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('cache-control', 'no-store')
      if (!isOperator(request, token)) {
        void reply.header('www-authenticate', 'Basic realm="Printroom operators", charset="UTF-8"')
        throw new AppError('unauthorized')
      }
      return answer(reply)
    }
  app.get(
    '/metrics',
    { logLevel: 'warn' },
    guarded(async (reply) =>
      reply.type('text/plain; version=0.0.4').send(metricsOf(await queueState(context), longestPause())),
    ),
  )
  app.get(
    '/ops/queue',
    guarded(async (reply) => {
      const [state, failures] = await Promise.all([queueState(context), lastFailures(context, FAILURES_SHOWN)])
      return reply.type('text/html').send(pageOf(state, failures))
    }),
  )
}

function isOperator({ headers }: FastifyRequest, token: string): boolean {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ')
  const given =
    scheme === 'Basic'
      ? Buffer.from(value, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : scheme === 'Bearer'
        ? value
        : ''
  return timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function metricsOf(state: QueueState, longestPause: number): string {
  return METRICS.map(({ name, help, value, labels }) => {
    const head = help ? `# HELP ${name} ${help}\n# TYPE ${name} gauge\n` : ''
    return `${head}${name}${labels ? `{${labels}}` : ''} ${value(state, longestPause)}\n`
  }).join('')
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const timeOf = (time: Date | null) => time?.toISOString().slice(0, 19).replace('T', ' ') ?? ''
const seconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} s`

/** `warns`: a tile that an operator should look at. */
type Tile = { name: string; value: string; warns?: boolean }

function pageOf(state: QueueState, failures: readonly Failure[]): string {
  const tiles: Tile[] = [
    { name: 'Workers alive', value: String(state.liveWorkers), warns: state.liveWorkers === 0 },
    { name: 'Waiting', value: String(state.queued) },
    {
      name: 'Oldest waits',
      value: seconds(state.oldestQueuedSeconds),
      warns: state.oldestQueuedSeconds > LONG_WAIT_SECONDS,
    },
    { name: 'Being made', value: String(state.rendering) },
    { name: 'To be tried again', value: String(state.retrying) },
    { name: 'Made a minute', value: (state.doneLast5Minutes / 5).toFixed(1) },
    { name: 'Made in 1 hour', value: String(state.doneLastHour) },
    { name: 'Refunded in 1 hour', value: String(state.failedLastHour), warns: state.failedLastHour > 0 },
    { name: 'Order to picture', value: seconds(state.medianSeconds) },
    { name: 'The slowest 5 %', value: seconds(state.p95Seconds) },
  ]
  const rows = failures.map(
    ({ id, attempt, reason, finishedAt }) =>
      `<tr><td>${timeOf(finishedAt)}<td><code>${id}</code><td>${attempt}<td>${escape(reason ?? '')}`,
  )
  const table = `<div class="scroll" tabindex="0" role="region" aria-label="Last refunds"><table><thead><tr><th>Ended (UTC)<th>Generation<th>Tries<th>Reason<tbody>${rows.join('')}</table></div>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>Queue · Printroom</title>
<style>
:root { color-scheme: light dark; background: Canvas; color: CanvasText }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2.5rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.125rem; margin-top: 2.5rem }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(10.5rem, 50% - .375rem), 1fr)); gap: .75rem }
dl div { border: 1px solid #8888; border-radius: .5rem; padding: .75rem 1rem }
dl .warns { border-color: light-dark(#b42318, #f97066); color: light-dark(#b42318, #f97066) }
dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums }
td, th { text-align: left; padding: .375rem 1.5rem .375rem 0; vertical-align: top; white-space: nowrap } td:last-child { white-space: normal; min-width: 16rem; overflow-wrap: anywhere }
tr + tr td { border-top: 1px solid #8884 }
</style>
<main>
<h1>Queue</h1>
<dl>${tiles.map(({ name, value, warns }) => `<div${warns ? ' class="warns"' : ''}><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>
<h2>Last refunds</h2>
${rows.length ? table : '<p>None.</p>'}
</main>
</html>
`
}
