import { isApiKey, type KeyUsed, readApiKey } from '@printroom/core/domain/auth/api-keys'
import { isKnown, type Browser } from '@printroom/core/domain/auth/browser'
import type { Lucia } from '@printroom/core/domain/auth/lucia'
import { hashOf } from '@printroom/core/domain/auth/secrets'
import { readCredentials, readSession, type SignedIn } from '@printroom/core/domain/auth/sessions'
import type { Context } from '@printroom/core/context'
import { AppError } from '@printroom/core/errors'
import type { Events } from '@printroom/core/domain/generation/events'
import { assertNotOverloaded } from '@printroom/core/limits/overload'
import { consumeRateLimit, RATE_LIMITS, type WindowState } from '@printroom/core/limits/rate-limit'
import { networkOf } from '@printroom/core/domain/auth/sign-in-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readBrowser } from './browser-cookie.ts'
import { createOpenStreams } from './open-streams.ts'

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
  aborted: AbortSignal
  /** Aborts when this process stops: whoever waits or listens goes on elsewhere. */
  stopping: AbortSignal
  /** Takes one of the places that who asks has for answers that stay open; it is given back when this one ends. @throws AppError rate_limited, unready */
  holdOpen(): void
  /** Why nothing that is called may begin, a stream of events or with a key that has ended: told by the status of the answer too. */
  refusal?: AppError
  /** It came with an API key that is none, or is none any more. */
  isKeyUnknown?: true
}

/** `calls`: how many procedures the request calls, each of which counts. */
export type RequestContextOf = (request: FastifyRequest, reply: FastifyReply, calls?: number) => Promise<RequestContext>

/** What every request passes behind the origin guard: whether there is room for it, session, then rate limit. */
export function createRequestContextOf(
  core: Context,
  events: Events,
  lucia: Lucia,
  stopping: AbortSignal,
  noteKey: (key: KeyUsed, began: Date, request: FastifyRequest, reply: FastifyReply) => void,
): RequestContextOf {
  const openStream = createOpenStreams()
  return async (request, reply, calls = 1) => {
    assertNotOverloaded(core, request.headers.authorization !== undefined)
    const began = new Date()
    const { session, key, refusal, isKeyUnknown } = await whoAsks(core, lucia, request)
    if (key) noteKey(key, began, request, reply)
    const setCookie = (value: string) => void reply.header('set-cookie', value)
    if (session?.cookie) setCookie(session.cookie)
    const browser = readBrowser(request, core.env.isProduction)
    tellLimit(reply, await consumeRequestLimit(core, session, browser, request.ip, calls))
    const aborted = new AbortController()
    const leave = () => {
      if (!reply.raw.writableFinished) aborted.abort()
    }
    if (reply.raw.closed) leave() // while the session was looked up
    else reply.raw.once('close', leave)
    const holdOpen = () => {
      if (!session) return
      const close = openStream(session.userId)
      if (reply.raw.closed) close()
      else reply.raw.once('close', close)
    }
    const origin = core.env.PUBLIC_URL ? new URL(core.env.PUBLIC_URL).origin : `${request.protocol}://${request.host}`
    const isStillIn = async () => (await whoAsks(core, lucia, request)).session !== null
    return {
      core: key ? { ...core, apiKeyId: key.id } : core,
      events,
      lucia,
      session,
      isStillIn,
      browser,
      address: request.ip,
      origin,
      requestId: request.id,
      setCookie,
      aborted: aborted.signal,
      stopping,
      holdOpen,
      ...(refusal && { refusal }),
      ...(isKeyUnknown && { isKeyUnknown }),
    }
  }
}

/**
 * Everything is counted: by the person, or for those who are nobody yet by where they come from. A browser that somebody
 * is known by has a count of its own there, so that it is not kept out by whoever else comes from the same address.
 */
async function consumeRequestLimit(
  core: Context,
  session: SignedIn | null,
  browser: Browser,
  address: string,
  calls: number,
): Promise<WindowState> {
  if (session) return consumeRateLimit(core, 'everything', `user:${session.userId}`, calls)
  try {
    return await consumeRateLimit(core, 'everything', `address:${networkOf(address)}`, calls)
  } catch (error) {
    if (browser.token === null || !(await isKnown(core, browser))) throw error
    return consumeRateLimit(core, 'everything', `browser:${hashOf(browser.token)}`, calls)
  }
}

/** How much of the window is left: a program slows down before it is refused. */
function tellLimit(reply: FastifyReply, { hits, wait }: WindowState): void {
  if (hits === 0) return
  const limit = RATE_LIMITS.everything.hits
  void reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, limit - hits),
    'ratelimit-reset': wait,
  })
}

/** A stream of events takes a place. Where there is none it is refused in its own words, by `refusal`: tRPC answers 200 otherwise. */
export function openingStream(request: RequestContext): RequestContext {
  if (request.refusal) return request
  try {
    request.holdOpen()
    return request
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...request, refusal: error }
  }
}

type WhoAsks = { session: SignedIn | null; key?: KeyUsed; refusal?: AppError | null; isKeyUnknown?: true }

/** The session of the cookie or, for programs, of `Authorization: Bearer`, which may also be an API key. */
async function whoAsks(core: Context, lucia: Lucia, { headers, ip }: FastifyRequest): Promise<WhoAsks> {
  const { bearer, sessionId } = readCredentials(lucia, headers)
  if (bearer && isApiKey(bearer)) return (await readApiKey(core, bearer, ip)) ?? { session: null, isKeyUnknown: true }
  return { session: await readSession(core, lucia, bearer ?? sessionId) }
}
