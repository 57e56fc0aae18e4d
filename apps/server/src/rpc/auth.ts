import { createHash } from 'node:crypto'
import { credentialsSchema, googleSchema } from '@printroom/contract/schemas'
import type { UserWire } from '@printroom/contract/wire'
import { googleLogin } from '@printroom/core/auth/google-login'
import { login } from '@printroom/core/auth/login'
import { register } from '@printroom/core/auth/register'
import { endSession, openSession } from '@printroom/core/auth/sessions'
import { takeTurn } from '@printroom/core/limits/rate-limit'
import type { RequestContext } from '../http/gate.ts'
import { publicProcedure, router } from './trpc.ts'

/** Attempts are counted by address and by email; the email itself is not kept in the count. */
async function countAttempt({ core, address }: RequestContext, email: string): Promise<void> {
  await takeTurn(core, 'login-address', address)
  await takeTurn(core, 'login-email', createHash('sha256').update(email).digest('hex').slice(0, 32))
}

/** A new session for a user who has just shown who they are; the one they came with ends. */
async function signIn(ctx: RequestContext, user: UserWire): Promise<{ user: UserWire }> {
  if (ctx.session) await endSession(ctx.lucia, ctx.session.sessionId)
  ctx.setCookie(await openSession(ctx.lucia, user.id))
  return { user }
}

export const authRouter = router({
  /** Signs an account in by its email. @throws invalid_credentials, rate_limited */
  login: publicProcedure.input(credentialsSchema).mutation(async ({ ctx, input }) => {
    await countAttempt(ctx, input.email)
    return signIn(ctx, await login(ctx.core, input))
  }),

  /** Makes an account and signs it in. @throws email_taken, rate_limited */
  register: publicProcedure.input(credentialsSchema).mutation(async ({ ctx, input }) => {
    await countAttempt(ctx, input.email)
    return signIn(ctx, await register(ctx.core, input))
  }),

  /** Signs in with a Google account. @throws not_configured, invalid_credentials, rate_limited */
  googleLogin: publicProcedure.input(googleSchema).mutation(async ({ ctx, input }) => {
    await countAttempt(ctx, input.email)
    return signIn(ctx, await googleLogin(ctx.core, input))
  }),

  /** Ends the session, if there is one. */
  logout: publicProcedure.mutation(async ({ ctx }) => {
    ctx.setCookie(await endSession(ctx.lucia, ctx.session?.sessionId ?? null))
    return { success: true }
  }),
})
