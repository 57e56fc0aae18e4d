import type { Lucia } from '@printroom/core/auth/lucia'
import { readSession, type SignedIn } from '@printroom/core/auth/sessions'
import type { Context } from '@printroom/core/context'
import { AppError } from '@printroom/core/errors'
import type { Events } from '@printroom/core/generation/listener'
import { takeTurn } from '@printroom/core/limits/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What every procedure is given. `address` is the client's; `setCookie` adds a header to the answer. */
export type RequestContext = {
  core: Context
  events: Events
  lucia: Lucia
  session: SignedIn | null
  address: string
  /** Ours, as the browser knows it, without a slash at its end: where other sites send people back to. */
  origin: string
  requestId: string
  setCookie(value: string): void
  /** Aborts when the client goes away. */
  gone: AbortSignal
}

export type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>

/** The order of things at the door: same origin, session, rate limit. */
export function createGate(core: Context, events: Events, lucia: Lucia): Gate {
  return async (request, reply) => {
    assertSameOrigin(request)
    const session = await readSession(lucia, sessionIdOf(lucia, request))
    const setCookie = (value: string) => void reply.header('set-cookie', value)
    if (session?.cookie) setCookie(session.cookie)
    await takeTurn(core, 'everything', session ? `user:${session.userId}` : `address:${request.ip}`)
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    const origin = core.env.PUBLIC_URL ? new URL(core.env.PUBLIC_URL).origin : `${request.protocol}://${request.host}`
    return { core, events, lucia, session, address: request.ip, origin, requestId: request.id, setCookie, gone: gone.signal }
  }
}

/** The cookie, or for typed clients `Authorization: Bearer`. */
function sessionIdOf(lucia: Lucia, { headers }: FastifyRequest): string | null {
  return lucia.readBearerToken(headers.authorization ?? '') ?? lucia.readSessionCookie(headers.cookie ?? '')
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * A page of another site may not act in a person's name. Browsers say where a request comes from; a client that says
 * nothing is no browser and holds no one's cookies.
 */
function assertSameOrigin({ method, headers, host }: FastifyRequest): void {
  if (SAFE.has(method)) return
  const site = headers['sec-fetch-site']
  if (site && site !== 'same-origin' && site !== 'none') throw new AppError('cross_site')
  if (!headers.origin) return
  const origin = URL.canParse(headers.origin) ? new URL(headers.origin).host : null
  if (origin !== host) throw new AppError('cross_site')
}
