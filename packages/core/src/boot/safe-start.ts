import type { Env } from '../env.ts'
import { exposuresOf } from '../exposure.ts'

/** What is for one's own machine, why, and what takes it away. */
const FOR_ONESELF: readonly [isSet: (env: Env) => boolean, what: string, instead: string][] = [
  [
    ({ verification }) => verification === 'off',
    'AUTH_VERIFICATION=off lets anybody sign in as anybody',
    'Set AUTH_VERIFICATION=on',
  ],
  [
    ({ RATE_LIMITS }) => RATE_LIMITS === 'off',
    'RATE_LIMITS=off lets anybody ask without end',
    'Take RATE_LIMITS=off away',
  ],
  [
    ({ SANDBOX_URL }) => SANDBOX_URL !== undefined,
    'SANDBOX_URL lets anybody pay without money',
    'Take SANDBOX_URL away',
  ],
]

/**
 * A server that others reach asks everybody for a proof, has limits, takes real payments and can mail. What is free on one's
 * own machine is so only while every setting says that it is one's own machine.
 * @throws Error that names the settings that do not go together
 */
export function assertSafeStart(env: Env): void {
  const [exposure] = exposuresOf(env)
  const free = FOR_ONESELF.find(([isSet]) => isSet(env))
  if (exposure && free) {
    const [, what, instead] = free
    throw new Error(
      `${what}: it is allowed on a loopback HOST only, outside production, without a public address, a proxy or live keys. Here ${exposure} says that others reach this server. ${instead}.`,
    )
  }
  if (env.verification === 'on' && !env.SMTP_URL)
    throw new Error('AUTH_VERIFICATION=on needs a mailer to send sign-in codes: set SMTP_URL and MAIL_FROM.')
  if (env.isProduction && (!env.PUBLIC_URL || env.MAIL_FROM.endsWith('.localhost>')))
    throw new Error(
      'In production mails need MAIL_FROM, the sender, and PUBLIC_URL, the address that their links lead to.',
    )
}
