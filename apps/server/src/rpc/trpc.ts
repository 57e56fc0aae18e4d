import { covers, type KeyScope } from '@printroom/contract/api-keys'
import { API_KEY } from '@printroom/contract/messages'
import { AppError } from '@printroom/core/errors'
import type { Named } from '@printroom/core/domain/auth/own-ids'
import { TRPCError, initTRPC, type TRPC_ERROR_CODE_KEY } from '@trpc/server'
import { bodyOf } from '../http/error-reply.ts'
import type { RequestContext } from '../http/request-context.ts'
import { assertPlain } from './raw-input.ts'

/**
 * `ids`: the fields of a procedure's input that name something, and what. A batch is judged by them before any of it is done.
 * `isInProcess`: its bytes and streams are no JSON, so that it is called by its REST path alone. `scope`: what an API key
 * needs for it; `account` is for none.
 */
export type Meta = { ids?: Readonly<Record<string, Named>>; isInProcess?: true; scope?: KeyScope | 'account' }

/** tRPC's names for the statuses of the error table. */
const NAMES: Record<number, TRPC_ERROR_CODE_KEY> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
}

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    isDev: false, // no stacks on the wire
    // A stream with nothing to tell says so: proxies, and this server, cut a connection that has been silent for a minute.
    // A page that hears nothing for two of these takes its stream for dead (a network that changed, a laptop that slept) and opens it anew.
    sse: { ping: { enabled: true, intervalMs: 25_000 }, client: { reconnectAfterInactivityMs: 55_000 } },
    errorFormatter({ shape, error, ctx }) {
      const { status, body } = bodyOf(error, ctx?.requestId ?? 'unknown')
      return { ...shape, message: body.error, data: { ...shape.data, httpStatus: status, app: { ...body, status } } }
    },
  })

export const router = t.router

/** Looks at what came before any schema does, and gives tRPC the status that the error table has for a refusal. */
const procedure = t.procedure.use(async ({ ctx, getRawInput, next }) => {
  if (ctx.refusal) throw refusal(ctx.refusal)
  // A body that cannot be read is told by the schema, which reads it again; without one nothing of it is read.
  assertInput(await getRawInput().catch(() => undefined))
  const result = await next()
  if (result.ok || !(result.error.cause instanceof AppError)) return result
  throw refusal(result.error.cause)
})

function assertInput(input: unknown): void {
  try {
    assertPlain(input)
  } catch (error) {
    throw error instanceof AppError ? refusal(error) : error
  }
}

const refusal = (cause: AppError): TRPCError =>
  new TRPCError({ code: NAMES[cause.status] ?? 'INTERNAL_SERVER_ERROR', message: cause.message, cause })

/**
 * What is told bit by bit stops with the session that it is told to, and with the process that tells it. The latter is no
 * end of the stream: after an AbortError tRPC ends the answer without the word that it was the last, and a browser
 * connects again, to a process that lives on.
 */
async function* whileIn<T>(stream: AsyncIterable<T>, { isStillIn, stopping }: RequestContext): AsyncGenerator<T> {
  const items = stream[Symbol.asyncIterator]()
  const stop = () => refuse(stopping.reason)
  let refuse = (_reason: unknown) => {}
  const stopped = new Promise<never>((_resolve, reject) => (refuse = reject))
  stopped.catch(() => undefined) // it may come while nobody asks for the next item
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  try {
    for (;;) {
      const { done, value } = await Promise.race([items.next(), stopped])
      if (done) return
      if (!(await isStillIn())) throw refusal(new AppError('unauthorized'))
      yield value
    }
  } finally {
    stopping.removeEventListener('abort', stop)
    items.return?.().catch(() => undefined) // not waited for: it ends when its own signal says that the answer is over
  }
}

const isStream = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === 'object' && data !== null && Symbol.asyncIterator in data

/** Anybody may call it. */
export const publicProcedure = procedure

/**
 * Needs somebody signed in, by a session or by an API key of the scope that the procedure names; `ctx.userId` is who. A
 * subscription ends when its session has.
 * @throws AppError unauthorized, forbidden
 */
const userProcedure = procedure.use(async ({ ctx, type, meta, next }) => {
  if (!ctx.session) throw new AppError('unauthorized', ctx.isKeyUnknown ? { error: API_KEY.unknown } : {})
  assertScope(ctx.session.access, meta?.scope ?? 'account')
  const result = await next({ ctx: { ...ctx, session: ctx.session, userId: ctx.session.userId } })
  if (type !== 'subscription' || !result.ok || !isStream(result.data)) return result
  return { ...result, data: whileIn(result.data, ctx) }
})

function assertScope(access: KeyScope | 'session', needed: KeyScope | 'account'): void {
  if (access === 'session') return
  if (needed === 'account') throw new AppError('forbidden', { error: API_KEY.ofTheAccount })
  if (!covers(access, needed)) throw new AppError('forbidden', { error: API_KEY.scopeNeeded(needed, access) })
}

/** Looks, and changes nothing. */
export const readProcedure = userProcedure.meta({ scope: 'read' })
/** Uploads and orders, or takes an order back; deletes nothing and changes no settings. */
export const makeProcedure = userProcedure.meta({ scope: 'make' })
/** Changes or deletes what is the user's, or tells others of it. */
export const changeProcedure = userProcedure.meta({ scope: 'all' })

/** Needs the person's own session: what concerns the account itself is for no API key. @throws AppError unauthorized, forbidden */
export const personProcedure = userProcedure.meta({ scope: 'account' }).use(({ ctx, next }) => {
  if (ctx.session.access !== 'session') throw new AppError('forbidden', { error: API_KEY.ofTheAccount })
  return next({ ctx: { ...ctx, session: ctx.session } })
})
