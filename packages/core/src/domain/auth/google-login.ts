import type { UserWire } from '@printroom/contract/wire'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { consumeSignInLimit } from './sign-in-limit.ts'
import { createAccount } from './create-account.ts'
import { acceptProof } from './proof.ts'
import { toUserWire } from './user-wire.ts'

/** What the browser says of a Google account, and the token that proves it. */
export type GoogleClaim = { email: string; uid: string; idToken?: string | undefined }

/**
 * Signs in with a Google account, making ours at the first time. A token is always judged, and what it proves counts. A
 * claim without one is believed only where an email alone is: with verification off, on loopback.
 * @param address the network address that it comes from
 * @throws AppError rate_limited, not_configured, invalid_credentials (the token or the claim is not right, or the email belongs to
 * another Google account), unready (Google's keys cannot be had)
 */
export async function googleLogin(context: Context, address: string, claim: GoogleClaim): Promise<UserWire> {
  const { google, env } = context
  await consumeSignInLimit(context, address, claim.email)
  if (claim.idToken === undefined) {
    if (env.verification === 'off') return believe(context, claim)
    throw google ? new AppError('invalid_credentials') : notConfigured()
  }
  if (!google) throw notConfigured()
  const account = await google.verify(claim.idToken)
  if (account.email !== claim.email || account.uid !== claim.uid) throw new AppError('invalid_credentials')
  return enter(context, account)
}

const notConfigured = () => new AppError('not_configured', { error: 'Sign-in with Google is not configured.' })

async function enter(context: Context, { uid, email }: { uid: string; email: string }): Promise<UserWire> {
  const { db } = context
  // A Google account that was tied to somebody else's email without a check is no way into theirs.
  await db.user.updateMany({
    where: { googleUid: uid, emailVerifiedAt: null, email: { not: email } },
    data: { googleUid: null },
  })
  const known = await db.user.findUnique({ where: { googleUid: uid } })
  if (known && known.emailVerifiedAt !== null) return toUserWire(known) // whatever its email at Google is by now
  return acceptProof(context, email, uid)
}

async function believe({ db, ...rest }: Context, { email, uid }: GoogleClaim): Promise<UserWire> {
  const known = await db.user.findUnique({ where: { googleUid: uid } })
  if (known) return toUserWire(known)
  const { id } = (await db.user.findUnique({ where: { email } })) ?? { id: await createAccount({ db, ...rest }, email) }
  const { count } = await db.user.updateMany({ where: { id, googleUid: null }, data: { googleUid: uid } })
  if (count === 0) throw new AppError('invalid_credentials')
  return toUserWire(await db.user.findUniqueOrThrow({ where: { id } }))
}
