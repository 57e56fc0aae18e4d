import type { UserWire } from '@printroom/contract/wire'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { consumeSignInLimit } from './sign-in-limit.ts'
import { knownAs, rememberBrowser, type Browser } from './browser.ts'
import { redeemCode, sendCode } from './codes.ts'
import { createAccount } from './create-account.ts'
import { acceptProof } from './proof.ts'
import { newToken } from './secrets.ts'
import { toUserWire } from './user-wire.ts'

/** `address` is the network address that the attempt comes from. */
export type Attempt = { email: string; code?: string | undefined; browser: Browser; address: string }

/** Who got in, or null: a code was mailed. `browserToken` is what the browser's cookie has to hold from now on. */
export type Entry = { user: UserWire | null; browserToken?: string }

/**
 * Signs in by an email. Where codes are asked for, an email without an account gets one by its first proof, so that
 * nothing before the proof tells one from the other.
 * @throws AppError invalid_credentials (no codes here, and no such account), invalid_code, rate_limited, mail_failed
 */
export async function login(context: Context, attempt: Attempt): Promise<Entry> {
  if (context.env.verification === 'on') return enterByCode(context, attempt)
  await consumeSignInLimit(context, attempt.address, attempt.email)
  const user = await context.db.user.findUnique({ where: { email: attempt.email } })
  if (!user) throw new AppError('invalid_credentials')
  return { user: toUserWire(user) }
}

/** Makes an account and signs it in. @throws AppError email_taken (no codes here), invalid_code, rate_limited, mail_failed */
export async function register(context: Context, attempt: Attempt): Promise<Entry> {
  if (context.env.verification === 'on') return enterByCode(context, attempt)
  await consumeSignInLimit(context, attempt.address, attempt.email)
  const id = await createAccount(context, attempt.email)
  return { user: toUserWire(await context.db.user.findUniqueOrThrow({ where: { id } })) }
}

async function enterByCode(context: Context, { email, code, browser, address }: Attempt): Promise<Entry> {
  // A browser that its owner has proved before is let in uncounted: nobody else's tries can keep it out.
  const known = code === undefined ? await knownAs(context, browser, email) : null
  if (known) return { user: toUserWire(await context.db.user.findUniqueOrThrow({ where: { id: known } })) }
  await consumeSignInLimit(context, address, email)
  if (code !== undefined) {
    await redeemCode(context, email, code, browser)
    const user = await acceptProof(context, email, null)
    return { user, browserToken: await rememberBrowser(context, user.id, browser) }
  }
  const browserToken = browser.token ?? newToken()
  await sendCode(context, email, browserToken)
  return { user: null, browserToken }
}
