import { isIP } from 'node:net'
import { hashOf } from './secrets.ts'
import type { Context } from '../../context.ts'
import { RATE_LIMITS, countHits, consumeRateLimit, tooMany } from '../../limits/rate-limit.ts'

/** Tries that an address has left for an email that many try at the moment: to ask, to ask again, and once more. */
const UNDER_SIEGE_HITS = 3

/**
 * Counts a try to sign in: by the address it comes from, by that address and the email, and by the email alone, which
 * refuses nobody. Strangers who ask for somebody's codes use up their own tries and not the owner's, from however many
 * addresses they come: all they can do is to leave everybody's addresses fewer tries at that email, which also bounds the mails.
 * @param email an email as an account knows it, or whatever else is signed in with
 * @throws AppError rate_limited
 */
export async function consumeSignInLimit(context: Context, address: string, email: string): Promise<void> {
  const place = networkOf(address)
  await consumeRateLimit(context, 'login-address', place)
  const own = await consumeRateLimit(context, 'login-pair', `${place}:${hashOf(email)}`)
  const all = await countHits(context, 'login-email', hashOf(email))
  if (all.hits > RATE_LIMITS['login-email'].hits && own.hits > UNDER_SIEGE_HITS) throw tooMany(own)
}

/** What one person holds of an address: an IPv4 address, or the first half of an IPv6 one, which a household has whole. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d{1,3}\.)/i, '')
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : 'unknown'
  const [before = '', after] = (plain.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  const gap = after === undefined ? 0 : 8 - head.length - tail.length - (plain.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, gap)).fill('0'), ...tail]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
