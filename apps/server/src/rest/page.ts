import type { PageWire } from '@printroom/contract/wire'
import type { FastifyReply } from 'fastify'

/**
 * A page of a list as its rows alone. Where there is another, the headers name it: `Link` (RFC 8288) with its address, and
 * `X-Next-Cursor` with its cursor.
 */
export function sendPage(reply: FastifyReply, url: string, { items, next }: PageWire<unknown>): FastifyReply {
  if (next !== null) {
    const [path = '', query] = url.split('?')
    const search = new URLSearchParams(query)
    search.set('cursor', next)
    void reply.headers({ link: `<${path}?${search}>; rel="next"`, 'x-next-cursor': next })
  }
  return reply.send(items)
}
