import type { ErrorBody, ErrorCode } from './wire.ts'

/** What is known of a refusal beside its sentence. `status` is 0 where no answer came. */
type Facts = { status: number; body?: Partial<ErrorBody> | undefined; retryAfter?: number | undefined; cause?: unknown }

/**
 * Whatever the server refuses or cannot do. `message` is a sentence for a person, `code` the word of the server's table of
 * errors for a program: `unknown` where the answer had none, as that of a proxy in between.
 */
export class PrintroomError extends Error {
  override name = 'PrintroomError'
  readonly code: ErrorCode | 'unknown'
  /** The answer's HTTP status; 0 where no answer came. */
  readonly status: number
  /** What a report to support should name, where the fault is the server's. */
  readonly requestId: string | undefined

  constructor(sentence: string, { status, body, cause }: Facts) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.code = body?.code ?? 'unknown'
    this.status = status
    this.requestId = body?.request_id
  }
}

/** Something sent is not right; `fields` has a sentence for each field, by its path. */
export class ValidationError extends PrintroomError {
  override name = 'ValidationError'
  readonly fields: Record<string, string>
  constructor(sentence: string, facts: Facts) {
    super(sentence, facts)
    this.fields = facts.body?.fields ?? {}
  }
}

/** The key or session is missing, wrong or over. */
export class AuthenticationError extends PrintroomError {
  override name = 'AuthenticationError'
}

/** The key has come to the end that it was given. */
export class KeyExpiredError extends AuthenticationError {
  override name = 'KeyExpiredError'
}

/** Too few credits: the order `needed` so many and so many are `available`. Nothing was ordered. */
export class InsufficientCreditsError extends PrintroomError {
  override name = 'InsufficientCreditsError'
  readonly needed: number
  readonly available: number
  constructor(sentence: string, facts: Facts) {
    super(sentence, facts)
    this.needed = facts.body?.needed ?? 1
    this.available = facts.body?.available ?? 0
  }
}

/** The key has spent what it may this month: `available` is left of its cap. The account may have more; nothing was ordered. */
export class KeyCapError extends InsufficientCreditsError {
  override name = 'KeyCapError'
}

/** Who asks may not do this: a key without the scope that it needs, another one's account. */
export class PermissionError extends PrintroomError {
  override name = 'PermissionError'
}

/** There is nothing under that id, it is not yours, or the link to it has ended. */
export class NotFoundError extends PrintroomError {
  override name = 'NotFoundError'
}

/** It cannot be done as things stand: begun already, used before, subscribed already. */
export class ConflictError extends PrintroomError {
  override name = 'ConflictError'
}

/** The uploaded file is too large, no PNG, or damaged. */
export class FileError extends PrintroomError {
  override name = 'FileError'
}

/** The picture could not be made. Its credit is back. */
export class GenerationFailedError extends PrintroomError {
  override name = 'GenerationFailedError'
}

/** Too many requests, of this account or of everybody together; nothing was done, and the next one is taken after `retryAfter` seconds. */
export class RateLimitError extends PrintroomError {
  override name = 'RateLimitError'
  readonly retryAfter: number
  constructor(sentence: string, facts: Facts) {
    super(sentence, facts)
    this.retryAfter = facts.retryAfter ?? 1
  }
}

/** It took too long: here (`status` 0) or there. */
export class TimeoutError extends PrintroomError {
  override name = 'TimeoutError'
}

/** The server, or what it needs for this, is out of reach or not set up at the moment. */
export class UnavailableError extends PrintroomError {
  override name = 'UnavailableError'
}

/** A fault of the server's own; `requestId` names it. */
export class ServerError extends PrintroomError {
  override name = 'ServerError'
}

/** No answer came at all: no network, no server at that address, a connection that broke. */
export class ConnectionError extends PrintroomError {
  override name = 'ConnectionError'
}

type Class = new (sentence: string, facts: Facts) => PrintroomError

/** The class of every code of the server's table. */
export const CLASS_BY_CODE: Readonly<Record<ErrorCode, Class>> = {
  bad_input: ValidationError,
  bad_signature: ValidationError,
  not_a_photograph: ValidationError,
  unreadable_photograph: ValidationError,
  headers_too_large: ValidationError,
  unauthorized: AuthenticationError,
  invalid_credentials: AuthenticationError,
  invalid_code: AuthenticationError,
  key_expired: KeyExpiredError,
  insufficient_credits: InsufficientCreditsError,
  key_cap_reached: KeyCapError,
  forbidden: PermissionError,
  cross_site: PermissionError,
  own_machine_only: PermissionError,
  not_found: NotFoundError,
  gone: NotFoundError,
  email_taken: ConflictError,
  already_subscribed: ConflictError,
  no_subscription: ConflictError,
  payment_due: ConflictError,
  idempotency_conflict: ConflictError,
  already_begun: ConflictError,
  too_large: FileError,
  not_png: FileError,
  unreadable_png: FileError,
  generation_failed: GenerationFailedError,
  rate_limited: RateLimitError,
  overloaded: RateLimitError,
  upload_timeout: TimeoutError,
  request_timeout: TimeoutError,
  internal: ServerError,
  not_available: UnavailableError,
  payments_unreachable: UnavailableError,
  not_configured: UnavailableError,
  mail_failed: UnavailableError,
  unready: UnavailableError,
}

/** For an answer without a code, as a proxy gives it, and for codes of a newer server. */
const CLASS_BY_STATUS: Readonly<Record<number, Class>> = {
  400: ValidationError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionError,
  404: NotFoundError,
  408: TimeoutError,
  409: ConflictError,
  413: FileError,
  422: GenerationFailedError,
  429: RateLimitError,
  502: UnavailableError,
  503: UnavailableError,
  504: TimeoutError,
}

/**
 * The error that an answer tells of, over REST (`{ error, code }`) or tRPC (`error.data.app`).
 * @param text the answer's body
 */
export function errorOf(status: number, headers: Headers, text: string): PrintroomError {
  const body = bodyOf(text)
  const Known = (CLASS_BY_CODE as Record<string, Class | undefined>)[body?.code ?? '']
  const Refused = Known ?? CLASS_BY_STATUS[status] ?? (status >= 500 ? ServerError : PrintroomError)
  return new Refused(body?.error ?? `The server answered ${status}.`, {
    status,
    body,
    retryAfter: secondsOf(headers.get('retry-after')),
  })
}

function bodyOf(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as { error?: unknown }
    const inner = body.error
    if (typeof inner === 'string') return body as ErrorBody
    return (inner as { data?: { app?: ErrorBody } } | undefined)?.data?.app
  } catch {
    return undefined // a proxy's page
  }
}

/** `Retry-After` in seconds, which is how the server writes it, or as a date, as proxies may. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}
