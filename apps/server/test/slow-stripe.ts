import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export type SlowStripe = {
  url: string
  /** From now on calls wait: before Stripe hears of them, or, with `answers`, after it has done what they ask. */
  hold(matches?: (call: string) => boolean, what?: 'calls' | 'answers'): void
  /** Lets go of all that wait; from now on none waits. */
  release(): void
  /** The calls that wait, `GET /v1/invoices` and so on, and how many of those since `hold` were answered. */
  waiting(): string[]
  answered(): number
  /** All calls since `hold`. */
  calls(): string[]
}

/** A way to the stand-in of Stripe that can be made to take as long as a test likes. */
export async function openSlowStripe(target: string): Promise<SlowStripe> {
  let matches: ((call: string) => boolean) | null = null
  let holdsAnswers = false
  let holds = 0
  let calls: string[] = []
  let answered = 0
  let letGo: (() => void)[] = []
  const waiting = new Map<symbol, string>()

  const wait = async (call: string): Promise<void> => {
    const mark = Symbol(call)
    waiting.set(mark, call)
    await new Promise<void>((resolve) => letGo.push(resolve))
    waiting.delete(mark)
  }
  const take = async (asked: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const call = `${asked.method} ${asked.url?.split('?')[0]}`
    const body = await buffer(asked)
    const isHeld = matches?.(call) ?? false
    const since = holds
    calls.push(call)
    if (isHeld && !holdsAnswers) await wait(call)
    const { hostname, port } = new URL(target)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, resolve)
        .once('error', reject)
        .end(body)
    })
    const bytes = await buffer(answer)
    if (isHeld && holdsAnswers) await wait(call)
    if (since === holds) answered += 1
    reply.writeHead(answer.statusCode ?? 502, answer.headers).end(bytes)
  }
  const server = createServer((asked, reply) => void take(asked, reply).catch(() => reply.destroy()))
  const port = await new Promise<number>(
    (resolve) => void server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  const release = () => {
    matches = null
    for (const go of letGo) go()
    letGo = []
  }
  afterAll(async () => {
    release()
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    hold(of = () => true, what = 'calls') {
      matches = of
      holdsAnswers = what === 'answers'
      answered = 0
      holds += 1
      calls = []
    },
    release,
    waiting: () => [...waiting.values()],
    answered: () => answered,
    calls: () => calls,
  }
}
