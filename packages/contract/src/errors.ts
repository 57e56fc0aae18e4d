/** The one error table: code → HTTP status → sentence. Nothing else knows statuses. */
export const ERRORS = {
  bad_input: [400, 'Some of what you sent is not right.'],
  unauthorized: [401, 'Please sign in.'],
  bad_signature: [400, 'This webhook is not signed as it should be.'],
  invalid_credentials: [401, 'Invalid credentials'],
  invalid_code: [401, 'This code is not right or no longer valid. Check it, or ask for a new one.'],
  key_expired: [401, 'This API key has expired. Give it a later end on the account page, or make a new one there.'],
  insufficient_credits: [402, 'You do not have enough credits.'],
  key_cap_reached: [402, 'This API key has spent what it may this month. Raise its cap on the account page, or wait.'],
  forbidden: [403, 'This is not yours to see or change.'],
  cross_site: [403, 'This request came from another site and was refused.'],
  own_machine_only: [
    403,
    'This server signs people in without a proof, and so answers to its own machine alone. Open it at its localhost address, or start it with AUTH_VERIFICATION=on.',
  ],
  not_found: [404, 'There is nothing here under that name.'],
  gone: [410, 'This link has expired or was taken back. Ask whoever sent it for a new one.'],
  email_taken: [409, 'An account with this email already exists.'],
  already_subscribed: [409, 'You are on this plan already.'],
  no_subscription: [409, 'There is no active subscription to change.'],
  payment_due: [409, 'Your last payment failed. Please update your card before you change the plan.'],
  idempotency_conflict: [409, 'This idempotency key was used before with other settings.'],
  already_begun: [409, 'This mockup is being made already.'],
  too_large: [413, 'File size must be less than 10MB'],
  not_png: [415, 'Only PNG files are allowed'],
  not_a_photograph: [415, 'This is no JPEG, PNG, HEIC or PSD. Choose a photograph.'],
  unreadable_photograph: [422, 'The photograph cannot be read: the file is damaged. Export it again.'],
  unreadable_png: [422, 'This PNG could not be read. It may be damaged or cut short.'],
  generation_failed: [422, 'Failed to generate mockup. Please try again.'],
  rate_limited: [429, 'Too many requests. Please wait a moment and try again.'],
  upload_timeout: [408, 'Upload timeout'],
  request_timeout: [408, 'This request took too long to arrive. Please try again.'],
  headers_too_large: [431, 'The address or the headers of this request are too long.'],
  internal: [500, 'Something went wrong on our side. Nothing you made was lost.'],
  not_available: [503, 'Mockups of this combination are not available yet. Nothing was charged.'],
  payments_unreachable: [503, 'The payment service cannot be reached at the moment. Nothing was charged.'],
  not_configured: [503, 'This service is not configured.'],
  mail_failed: [503, 'We could not send the mail. Please try again in a moment.'],
  overloaded: [503, 'More is asked of us at the moment than we can answer. Please try again in a moment.'],
  unready: [503, 'We are starting up or briefly out of reach. Please try again in a moment.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof ERRORS

/** What every failed call carries: in the body over REST, in `data.app` over tRPC. */
export type ErrorBody = {
  error: string
  code: ErrorCode
  fields?: Record<string, string>
  needed?: number
  available?: number
  /** Credits that `available` lacks to `needed`. */
  missing?: number
  setup_required?: boolean
  request_id?: string
}
