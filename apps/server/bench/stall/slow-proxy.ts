import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SlowProxy = { url: string; delay: (ms: number) => void; close: () => Promise<void> }

/** In front of the sandbox: hands everything on, after as long as it is told to wait. */
export async function startSlowProxy(target: string): Promise<SlowProxy> {
  let delayMs = 0
  const timers = new Set<NodeJS.Timeout>()
  const server = createServer((incoming, outgoing) => {
    incoming.pause()
    const timer = setTimeout(() => {
      timers.delete(timer)
      const passing = request(
        target + incoming.url,
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      passing.once('error', () => outgoing.destroy())
      incoming.pipe(passing)
    }, delayMs)
    timers.add(timer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay: (ms) => void (delayMs = ms),
    async close() {
      timers.forEach(clearTimeout)
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
