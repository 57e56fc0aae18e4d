import { SIGN_IN_CODE_MINUTES, SIGN_IN_CODE_PAUSE_SECONDS } from '@printroom/contract/limits'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Browser } from './browser.ts'
import { codeMail } from './code-mail.ts'
import { hashOf, newCode } from './secrets.ts'

/**
 * What is kept of a code: bound to the browser that asked, whose secret we keep hashed only, so that neither another
 * browser nor a copy of the table can find the 40 bits of a code.
 */
const bind = (code: string, browserToken: string): string => hashOf(`${browserToken}:${code}`)

/**
 * Mails a code to an address. Nothing here asks whether there is an account: known and unknown emails take the same
 * steps and the same time.
 * @throws AppError mail_failed, not_configured
 */
export async function sendCode(context: Context, email: string, browserToken: string): Promise<void> {
  const { db, mailer, clock, env, log } = context
  if (!mailer) throw new AppError('not_configured')
  const code = newCode()
  await db.loginCode.create({
    data: {
      email,
      codeHash: bind(code, browserToken),
      browserHash: hashOf(browserToken),
      expiresAt: new Date(clock.now().getTime() + SIGN_IN_CODE_MINUTES * 60_000),
      createdAt: clock.now(),
    },
  })
  try {
    await mailer.send(codeMail(email, code, env.PUBLIC_URL))
  } catch (error) {
    log.error({ reason: (error as { code?: unknown }).code ?? 'unknown' }, 'the mail server did not take a mail')
    throw new AppError('mail_failed')
  }
}

/**
 * Takes a code for the proof that it is, once. A few tries, then one a minute.
 * @throws AppError invalid_code, rate_limited
 */
export async function redeemCode({ db, clock }: Context, email: string, code: string, browser: Browser): Promise<void> {
  if (!browser.token) throw new AppError('invalid_code')
  const now = clock.now()
  const mine = { email, browserHash: hashOf(browser.token), usedAt: null, expiresAt: { gt: now } }
  const asked = await db.loginCode.findFirst({ where: mine, orderBy: { createdAt: 'desc' } })
  if (!asked) throw new AppError('invalid_code')

  const pauseOver = new Date(now.getTime() - SIGN_IN_CODE_PAUSE_SECONDS * 1000)
  const first = await db.loginCode.updateMany({
    where: { id: asked.id, triesLeft: { gt: 0 } },
    data: { triesLeft: { decrement: 1 }, lastTryAt: now },
  })
  const later = first.count
    ? first
    : await db.loginCode.updateMany({
        where: { id: asked.id, lastTryAt: { lte: pauseOver } },
        data: { lastTryAt: now },
      })
  if (later.count === 0) throw new AppError('rate_limited', { retryAfterSeconds: SIGN_IN_CODE_PAUSE_SECONDS })

  // Whichever of the codes that this browser asked for arrived first; two calls with the same one: one wins.
  const used = await db.loginCode.updateMany({
    where: { ...mine, codeHash: bind(code, browser.token) },
    data: { usedAt: now },
  })
  if (used.count === 0) throw new AppError('invalid_code')
  await db.loginCode.updateMany({ where: mine, data: { usedAt: now } })
}
