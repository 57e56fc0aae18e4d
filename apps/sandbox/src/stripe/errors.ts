type Details = { code?: string; param?: string; decline_code?: string }

/** A refusal in Stripe's words and shape. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly type: string
  readonly details: Details

  constructor(status: number, type: string, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }

  toBody(): { error: object } {
    return { error: { type: this.type, message: this.message, ...this.details } }
  }
}

export const invalid = (message: string, details: Details = {}): StripeRefusal =>
  new StripeRefusal(400, 'invalid_request_error', message, details)

export const missing = (what: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param })
