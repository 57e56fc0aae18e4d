import { ERRORS, type ErrorBody } from '@printroom/contract/errors'
import { BATCH_MAX_CALLS } from '@printroom/contract/limits'
import { AppError } from '@printroom/core/errors'
import { isUnreachable } from '@printroom/core/unreachable'
import { TRPCError } from '@trpc/server'
import type { FastifyBaseLogger } from 'fastify'
import { ZodError } from 'zod'

/** tRPC's own words for a batch that is too long; it looks no further then. */
const TOO_MANY_CALLS = 'Batch call exceeds maximum size'

export type ErrorReply = { status: number; body: ErrorBody; retryAfter?: number }

/** What a fault looks like from outside: the same over REST and tRPC. An unexpected one shows its request id and nothing else. */
export function bodyOf(fault: unknown, requestId: string): ErrorReply {
  const error = fault instanceof TRPCError && fault.cause ? fault.cause : fault
  if (error instanceof AppError)
    return { status: error.status, body: error.toBody(), retryAfter: error.details.retryAfterSeconds }
  if (error instanceof ZodError) return badInput(error)
  if (isUnreachable(error)) return of('unready')
  if (error instanceof TRPCError && error.message === TOO_MANY_CALLS)
    return {
      ...of('bad_input'),
      body: { error: `One request makes at most ${BATCH_MAX_CALLS} calls.`, code: 'bad_input' },
    }
  // What tRPC and fastify refuse before a handler runs: a body that is no JSON, too long, of an unknown type.
  if (fault instanceof TRPCError && fault.code === 'NOT_FOUND') return of('not_found')
  if (fault instanceof TRPCError && UNREADABLE.has(fault.code)) return of('bad_input')
  const status = (error as { statusCode?: number }).statusCode
  if (status === 413) return of('too_large')
  if (status === 404) return of('not_found')
  if (status && status >= 400 && status < 500) return of('bad_input')
  const internal = of('internal')
  return { ...internal, body: { ...internal.body, request_id: requestId } }
}

/** What tRPC calls an input that it cannot read; the parser's own error is the cause. */
const UNREADABLE = new Set<TRPCError['code']>([
  'PARSE_ERROR',
  'BAD_REQUEST',
  'METHOD_NOT_SUPPORTED',
  'UNSUPPORTED_MEDIA_TYPE',
])

const of = (code: ErrorBody['code']): ErrorReply => ({
  status: ERRORS[code][0],
  body: { error: ERRORS[code][1], code },
})

const badInput = (error: ZodError): ErrorReply => {
  const refusal = refusalOfInput(error)
  return { status: refusal.status, body: refusal.toBody() }
}

/** What an input is refused with that is not as its schema says. */
export function refusalOfInput(error: ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message
  const [only, ...others] = Object.values(fields)
  return new AppError('bad_input', { ...(others.length || !only ? {} : { error: only }), fields })
}

/** Whether an answer is a line in the log: what is refused because there is too much of it would be a line more of too much. */
export const isFault = ({ status, body }: ErrorReply): boolean => status >= 500 && body.code !== 'overloaded'

export function logFault(log: FastifyBaseLogger, fault: unknown, requestId: string): void {
  log.error({ err: fault instanceof TRPCError && fault.cause ? fault.cause : fault, requestId }, 'a request failed')
}
