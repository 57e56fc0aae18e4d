import { randomBytes } from 'node:crypto'
import { PRODUCT_NAME } from '@printroom/contract/product-name'
import { Webhook } from 'standardwebhooks'

/** Of the 24 to 64 that the Standard Webhooks scheme allows. */
const SECRET_BYTES = 32

/** A new secret as the scheme writes it: `whsec_` and base64. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * The headers that say which message this is, when it was sent and that it is ours, by the Standard Webhooks scheme
 * (https://www.standardwebhooks.com): HMAC-SHA-256 of id, time and body with each of the secrets, so that a receiver who
 * has either of two takes it.
 * @param sentAt to the second; receivers refuse what is older than five minutes
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, sentAt, body }: { id: string; sentAt: Date; body: string },
): Record<string, string> {
  return {
    'user-agent': `${PRODUCT_NAME}-Webhooks`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
  }
}
