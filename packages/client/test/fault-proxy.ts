import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** What goes wrong between a client and its server. */
export const FAULTS = [
  'lost on the way there',
  'lost on the way back',
  'sent twice',
  'a proxy’s 502, not passed on',
  'a 500 after it was done',
  'too many requests',
  'no answer, not passed on',
  'no answer, but done',
  'late',
] as const
export type Fault = (typeof FAULTS)[number]
export type FaultProxy = { url: string; counts: Map<Fault | 'none', number>; close(): Promise<void> }

/** A proxy before a server in which `share` of the calls go wrong, in an order that the seed decides. */
export async function openFaultProxy(
  target: string,
  { share, seed }: { share: number; seed: number },
): Promise<FaultProxy> {
  const random = randomOf(seed)
  const counts: FaultProxy['counts'] = new Map()
  const server = createServer((request, response) => {
    const fault = random() < share ? FAULTS[Math.floor(random() * FAULTS.length)]! : 'none'
    const lateMs = random() * 40
    counts.set(fault, (counts.get(fault) ?? 0) + 1)
    void handle(fault, lateMs, request, response).catch(() => response.destroy())
  })
  async function handle(
    fault: Fault | 'none',
    lateMs: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = await text(request)
    const pass = () => passOn(target, request, body)
    if (fault === 'lost on the way there') return void response.destroy()
    if (fault === 'no answer, not passed on') return
    if (fault === 'a proxy’s 502, not passed on') return void response.writeHead(502).end('<h1>Bad gateway</h1>')
    if (fault === 'too many requests')
      return void response.writeHead(429, { 'retry-after': '0' }).end('{"error":"Wait.","code":"rate_limited"}')
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, lateMs))
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
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function passOn(target: string, { method, url, headers }: IncomingMessage, body: string) {
  const { host: _, ...rest } = headers
  const request = ask(target + url, { method, headers: rest })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { 'content-type': type = 'text/plain', 'retry-after': after } = response.headers
  return {
    status: response.statusCode ?? 500,
    headers: { 'content-type': type, ...(after === undefined ? {} : { 'retry-after': after }) },
    body: await text(response),
  }
}

/** Numbers from 0 to 1 that a seed decides (mulberry32, Tommy Ettinger, public domain). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
