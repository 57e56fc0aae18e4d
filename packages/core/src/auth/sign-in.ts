import type { UserWire } from '@printroom/contract/wire'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { takeTurn } from '../limits/rate-limit.ts'
import { knownAs, rememberBrowser, type Browser } from './browser.ts'
import { redeemCode, sendCode } from './codes.ts'
import { createAccount } from './create-account.ts'
import { acceptProof } from './proof.ts'
import { hashOf, newToken } from './secrets.ts'
import { toUserWire } from './user-wire.ts'

export type Attempt = { email: string; code?: string | undefined; browser: Browser }

/** Who got in, or null: a code was mailed. `browserToken` is what the browser's cookie has to hold from now on. */
export type Entry = { user: UserWire | null; browserToken?: string }

/**
 * Signs in by an email. Where codes are asked for, an email without an account gets one by its first proof, so that
 * nothing before the proof tells one from the other.
 * @throws AppError invalid_credentials (no codes here, and no such account), invalid_code, rate_limited, mail_failed
 */
export async function login(context: Context, attempt: Attempt): Promise<Entry> {
  if (context.env.verification === 'on') return enterByCode(context, attempt)
  await takeTurn(context, 'login-email', hashOf(attempt.email))
  const user = await context.db.user.findUnique({ where: { email: attempt.email } })
  if (!user) throw new AppError('invalid_credentials')
  return { user: toUserWire(user) }
}

/** Makes an account and signs it in. @throws AppError email_taken (no codes here), invalid_code, rate_limited, mail_failed */
export async function register(context: Context, attempt: Attempt): Promise<Entry> {
  if (context.env.verification === 'on') return enterByCode(context, attempt)
  await takeTurn(context, 'login-email', hashOf(attempt.email))
  const id = await createAccount(context, attempt.email)
  return { user: toUserWire(await context.db.user.findUniqueOrThrow({ where: { id } })) }
}

async function enterByCode(context: Context, { email, code, browser }: Attempt): Promise<Entry> {
  if (code !== undefined) {
    await redeemCode(context, email, code, browser)
    const user = await acceptProof(context, email, null)
    return { user, browserToken: await rememberBrowser(context, user.id, browser) }
  }
  const known = await knownAs(context, browser, email)
  if (known) return { user: toUserWire(await context.db.user.findUniqueOrThrow({ where: { id: known } })) }
  const browserToken = browser.token ?? newToken()
  await sendCode(context, email, browserToken)
  return { user: null, browserToken }
}
