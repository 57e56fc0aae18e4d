import { isApiKey, readApiKey } from '@printroom/core/auth/api-keys'
import type { Browser } from '@printroom/core/auth/browser'
import type { Lucia } from '@printroom/core/auth/lucia'
import { readSession, type SignedIn } from '@printroom/core/auth/sessions'
import type { Context } from '@printroom/core/context'
import type { Events } from '@printroom/core/generation/listener'
import { takeTurn } from '@printroom/core/limits/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readBrowser } from './browser-cookie.ts'

/** What every procedure is given. `address` is the client's; `setCookie` adds a header to the answer. */
export type RequestContext = {
  core: Context
  events: Events
  lucia: Lucia
  session: SignedIn | null
  /** Asks again whether that session lives: what is streamed goes on for longer than most. */
  isStillIn(): Promise<boolean>
  browser: Browser
  address: string
  /** Ours, as the browser knows it, without a slash at its end: where other sites send people back to. */
  origin: string
  requestId: string
  setCookie(value: string): void
  /** Aborts when the client goes away. */
  gone: AbortSignal
}

export type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>

/** The order of things at the door, behind the origin guard: session, rate limit. */
export function createGate(core: Context, events: Events, lucia: Lucia): Gate {
  return async (request, reply) => {
    const session = await signedIn(core, lucia, request)
    const setCookie = (value: string) => void reply.header('set-cookie', value)
    if (session?.cookie) setCookie(session.cookie)
    await takeTurn(core, 'everything', session ? `user:${session.userId}` : `address:${request.ip}`)
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    const browser = readBrowser(request, core.env.isProduction)
    const origin = core.env.PUBLIC_URL ? new URL(core.env.PUBLIC_URL).origin : `${request.protocol}://${request.host}`
    const isStillIn = async () => (await signedIn(core, lucia, request)) !== null
    return { core, events, lucia, session, isStillIn, browser, address: request.ip, origin, requestId: request.id, setCookie, gone: gone.signal }
  }
}

/** The session of the cookie or, for programs, of `Authorization: Bearer`, which may also be an API key. */
function signedIn(core: Context, lucia: Lucia, { headers }: FastifyRequest): Promise<SignedIn | null> {
  const bearer = lucia.readBearerToken(headers.authorization ?? '')
  if (bearer && isApiKey(bearer)) return readApiKey(core, bearer)
  return readSession(core, lucia, bearer ?? lucia.readSessionCookie(headers.cookie ?? ''))
}
