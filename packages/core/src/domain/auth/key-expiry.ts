import { API_KEY_TOLD_DAYS } from '@printroom/contract/limits'
import { PRODUCT_NAME } from '@printroom/contract/product-name'
import type { Context } from '../../context.ts'
import { addJob } from '../../jobs/jobs.ts'
import { letter } from '../mail/letter.ts'
import type { Mail } from '../mail/mailer.ts'

/** Keys of one round; the next comes an hour later. */
const AT_ONCE = 500

/**
 * Has the owners of keys told that end within a week, once for each end. Who made a key for less than a week knows it.
 * @returns how many
 */
export async function sweepKeyExpiries({ db, clock, mailer }: Context): Promise<number> {
  if (!mailer) return 0
  const now = clock.now()
  const keys = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM api_keys
    WHERE expires_at > ${now} AND expires_at <= ${now}::timestamptz + make_interval(days => ${API_KEY_TOLD_DAYS}::int)
      AND created_at < expires_at - make_interval(days => ${API_KEY_TOLD_DAYS}::int) AND expiry_told_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE j.key = 'mail-key-expiry:' || api_keys.id)
    LIMIT ${AT_ONCE}::int`
  for (const { id } of keys)
    await db.$transaction((tx) => addJob(tx, 'mail-key-expiry', { apiKeyId: id }, `mail-key-expiry:${id}`))
  return keys.length
}

/** Tells the owner of a key that it is about to end. @throws Error when the mail server does not take the mail */
export async function mailKeyExpiry({ db, clock, env, mailer }: Context, apiKeyId: string): Promise<void> {
  const key = await db.apiKey.findUnique({ where: { id: apiKeyId }, include: { user: true } })
  const now = clock.now()
  // Revoked, given another end, ended meanwhile, told, or gone with its account: there is nothing to tell.
  if (!key?.expiresAt || key.expiresAt <= now || key.expiryToldAt || key.user.deletedAt || !mailer) return
  await mailer.send(expiryMail(key.user.email, { ...key, expiresAt: key.expiresAt }, env.PUBLIC_URL))
  // One whose end was moved meanwhile is told of again.
  await db.apiKey.updateMany({ where: { id: apiKeyId, expiresAt: key.expiresAt }, data: { expiryToldAt: now } })
}

/** The mail: which key, when it ends, what to do. */
export function expiryMail(
  to: string,
  { name, ending, expiresAt }: { name: string; ending: string; expiresAt: Date },
  publicUrl: string | undefined,
): Mail {
  const format = (style: 'long' | 'medium') =>
    new Intl.DateTimeFormat('en-US', { dateStyle: style, timeZone: 'UTC' }).format(expiresAt)
  const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' }).format(expiresAt)
  const page = publicUrl ? `on your account page, ${new URL('/account', publicUrl).href},` : 'on your account page'
  const lines = [
    `Your API key “${name}”, which ends in ${ending}, expires on ${format('long')} at ${time} UTC. From then on programs that use it are refused.`,
    `If it is still needed, give it a later end ${page} or make a new key there and put that in its place. Otherwise you need not do anything.`,
    'Your account, your orders and your pictures are not touched by this.',
  ]
  return letter(to, `An API key of yours at ${PRODUCT_NAME} expires on ${format('medium')}`, lines)
}
