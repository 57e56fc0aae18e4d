import { Agent, get, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Certificate } from './certificate.ts'

const ASK_EVERY_MS = 200
/** What belongs to one connection and is not passed on. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade'])

type Health = 'ready' | 'not ready' | 'draining' | 'away'
type Upstream = { address: string; health: Health; isListed: boolean }

export type Proxy = {
  port: number
  /** Sends requests to this server from when it says that it is ready, as long as it does. */
  add: (address: string) => void
  remove: (address: string) => void
  /** Settles when a server is in the state that it says at /readyz. */
  until: (address: string, health: Health) => Promise<void>
  close: () => Promise<void>
}

/**
 * TLS in front of several servers, as a load balancer does it: each is asked at /readyz several times a second, and gets
 * its turn while it is ready. Nothing is tried twice, so that every request that a restart loses is seen. When none is
 * ready, those that are merely not (the database or the workers are slow) go on being asked: that is no better elsewhere.
 */
export async function startProxy({ key, cert }: Certificate): Promise<Proxy> {
  const upstreams: Upstream[] = []
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  let news = withResolvers()

  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const open = ['ready', 'not ready']
      .map((health) => upstreams.filter((each) => each.health === health))
      .find((some) => some.length > 0)
    const upstream = open?.[turn++ % open.length]
    if (upstream) forward(upstream.address, agent, incoming, outgoing)
    else outgoing.writeHead(503).end('no server is ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function watch(upstream: Upstream): Promise<void> {
    while (upstream.isListed) {
      const health = await healthOf(upstream.address)
      if (health !== upstream.health) {
        upstream.health = health
        const told = news
        news = withResolvers()
        told.resolve()
      }
      await pause(ASK_EVERY_MS)
    }
  }

  return {
    port: (server.address() as AddressInfo).port,
    add(address) {
      const upstream: Upstream = { address, health: 'away', isListed: true }
      upstreams.push(upstream)
      void watch(upstream)
    },
    remove(address) {
      const at = upstreams.findIndex((each) => each.address === address)
      for (const upstream of at < 0 ? [] : upstreams.splice(at, 1)) upstream.isListed = false
    },
    async until(address, health) {
      while (upstreams.find((each) => each.address === address)?.health !== health) await news.promise
    },
    async close() {
      for (const upstream of upstreams.splice(0)) upstream.isListed = false
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** What a server says of itself. One that is too busy to say it in time has not changed: only an answer counts. */
async function healthOf(address: string): Promise<Health> {
  return new Promise((resolve) => {
    const asked = get(`${address}/readyz`, (answer) => {
      let said = ''
      answer.setEncoding('utf8').on('data', (text: string) => (said += text))
      answer.once('error', () => resolve('away'))
      answer.once('end', () =>
        resolve(answer.statusCode === 200 ? 'ready' : said.includes('"draining"') ? 'draining' : 'not ready'),
      )
    })
    asked.once('error', () => resolve('away'))
  })
}

function forward(address: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const headers = {
    ...passedOn(incoming.headers),
    'x-forwarded-for': incoming.socket.remoteAddress,
    'x-forwarded-proto': 'https',
  }
  const passing = request(address + incoming.url, { method: incoming.method, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers))
    outgoing.flushHeaders()
    answer.once('error', () => outgoing.destroy())
    answer.pipe(outgoing)
  })
  passing.once('error', (error: Error) => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end(error.message)
  })
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) passing.destroy()
  })
  incoming.pipe(passing)
}

const passedOn = <Headers extends NodeJS.Dict<string | string[]>>(headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
