import { ERRORS, type ErrorBody, type ErrorCode } from '@printroom/contract/errors'

type Details = Omit<ErrorBody, 'code' | 'error'> & { error?: string; retryAfterSeconds?: number }

/** A refusal that a person can read. Its status stands in the contract's error table and nowhere else. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.error ?? ERRORS[code][1])
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code][0]
  }

  /** What crosses the wire. */
  toBody(): ErrorBody {
    const { retryAfterSeconds: _, ...details } = this.details
    return { ...details, error: this.message, code: this.code }
  }
}
