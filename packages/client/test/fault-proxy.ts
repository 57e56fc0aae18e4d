import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { randomOf } from './fault-plan.ts'

/** What goes wrong between a client and its server. */
export const FAULTS = [
  'lost on the way there',
  'lost on the way back',
  'sent twice',
  'cut off, and passed on after others',
  'overtaken by others',
  'a proxy’s 502, not passed on',
  'a 500 after it was done',
  'too many requests',
  'no answer, not passed on',
  'no answer, but done',
  'late',
] as const
export type Fault = (typeof FAULTS)[number]
export type FaultProxy = {
  url: string
  counts: Map<Fault | 'none', number>
  /** Whether something is still to be passed on, or to be answered. */
  isBusy(): boolean
  close(): Promise<void>
}

/** What is overtaken is passed on after so many others, or, where there are none, after this long. */
const OVERTAKEN_BY = 8
const OVERTAKEN_MS = 1_500
const LATE_MS = 40
/** A stream of events that goes wrong breaks after this long. */
const STREAM_MS = 300

/**
 * A proxy before a server in which `share` of the requests go wrong, in an order that the seed decides.
 * @param target where the server is at the moment
 */
export async function openFaultProxy(
  target: () => string,
  { share, seed }: { share: number; seed: number },
): Promise<FaultProxy> {
  const random = randomOf(seed)
  const counts: FaultProxy['counts'] = new Map()
  const waiting = new Set<() => void>()
  let open = 0

  const server = createServer((request, response) => {
    const fault = random() < share ? FAULTS[Math.floor(random() * FAULTS.length)]! : 'none'
    const lateMs = random() * LATE_MS
    counts.set(fault, (counts.get(fault) ?? 0) + 1)
    waiting.forEach((passed) => passed())
    open += 1
    void handle(fault, lateMs, request, response)
      .catch(() => response.destroy())
      .finally(() => (open -= 1))
  })

  async function handle(
    fault: Fault | 'none',
    lateMs: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (request.headers.accept === 'text/event-stream') return passStream(target(), fault !== 'none', request, response)
    const body = await text(request)
    const pass = () => passOn(target(), request, body)
    if (fault === 'lost on the way there') return void response.destroy()
    if (fault === 'no answer, not passed on') return
    if (fault === 'a proxy’s 502, not passed on') return void response.writeHead(502).end('<h1>Bad gateway</h1>')
    if (fault === 'too many requests')
      return void response.writeHead(429, { 'retry-after': '0' }).end('{"error":"Wait.","code":"rate_limited"}')
    if (fault === 'cut off, and passed on after others') response.destroy()
    if (fault === 'cut off, and passed on after others' || fault === 'overtaken by others') await overtaken(waiting)
    if (fault === 'late') await pause(lateMs)
    const [answer] = await Promise.all(fault === 'sent twice' ? [pass(), pass()] : [pass()])
    if (fault === 'lost on the way back') return void response.destroy()
    if (fault === 'no answer, but done') return
    if (fault === 'a 500 after it was done')
      return void response.writeHead(500).end('{"error":"Oh.","code":"internal"}')
    response.writeHead(answer!.status, answer!.headers).end(answer!.body)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    isBusy: () => open > 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Resolves when enough others have come. */
async function overtaken(waiting: Set<() => void>): Promise<void> {
  const enough = new AbortController()
  let others = 0
  const passed = () => {
    if (++others >= OVERTAKEN_BY) enough.abort()
  }
  waiting.add(passed)
  await pause(OVERTAKEN_MS, undefined, { signal: enough.signal }).catch(() => undefined)
  waiting.delete(passed)
}

async function passStream(
  target: string,
  breaks: boolean,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = ask(target + incoming.url, { headers: withoutHost(incoming) }).end()
  response.once('close', () => request.destroy())
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  response.writeHead(answer.statusCode ?? 500, { 'content-type': answer.headers['content-type'] })
  answer.once('error', () => response.destroy()).pipe(response)
  if (breaks) setTimeout(() => response.destroy(), STREAM_MS)
}

async function passOn(target: string, incoming: IncomingMessage, body: string) {
  const request = ask(target + incoming.url, { method: incoming.method, headers: withoutHost(incoming) })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { 'content-type': type = 'text/plain', 'retry-after': after } = response.headers
  return {
    status: response.statusCode ?? 500,
    headers: { 'content-type': type, ...(after === undefined ? {} : { 'retry-after': after }) },
    body: await text(response),
  }
}

function withoutHost({ headers }: IncomingMessage): IncomingMessage['headers'] {
  const { host: _, ...rest } = headers
  return rest
}
