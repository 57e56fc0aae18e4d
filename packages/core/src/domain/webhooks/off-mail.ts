import { PRODUCT_NAME } from '@printroom/contract/product-name'
import type { Context } from '../../context.ts'
import { letter } from '../mail/letter.ts'
import type { Mail } from '../mail/mailer.ts'

/** Tells the owner of an endpoint that it was switched off. @throws Error when the mail server does not take the mail */
export async function mailEndpointOff({ db, mailer }: Context, endpointId: string): Promise<void> {
  const endpoint = await db.webhookEndpoint.findUnique({ where: { id: endpointId }, include: { user: true } })
  // Switched on again, or gone with its account: there is nothing to tell.
  if (!endpoint?.disabledAt || endpoint.user.deletedAt || !mailer) return
  await mailer.send(offMail(endpoint.user.email, endpoint.url))
}

/** The mail: which address, what is lost, what to do. */
export function offMail(to: string, url: string): Mail {
  const lines = [
    `For a day nothing that we sent to ${url} was taken, so we have switched this endpoint off.`,
    'Nothing is lost: its messages of the last 30 days are listed on your account page, and can be sent again from there once it is switched on.',
    'Your orders and pictures are not touched by this.',
  ]
  return letter(to, `Your webhook endpoint at ${PRODUCT_NAME} was switched off`, lines)
}
