import { credentialsSchema, googleSchema } from '@printroom/contract/schemas'
import type { SignInWire, UserWire } from '@printroom/contract/wire'
import { googleLogin } from '@printroom/core/domain/auth/google-login'
import { endSession, openSession } from '@printroom/core/domain/auth/sessions'
import { login, register, type Entry } from '@printroom/core/domain/auth/sign-in'
import { browserCookie } from '../http/browser-cookie.ts'
import type { RequestContext } from '../http/request-context.ts'
import { publicProcedure, router } from './trpc.ts'

/** A new session for a user who has just shown who they are; the one they came with ends. */
async function signIn(ctx: RequestContext, user: UserWire): Promise<{ user: UserWire }> {
  if (ctx.session) await endSession(ctx.lucia, ctx.session.sessionId)
  ctx.setCookie(await openSession(ctx.core, ctx.lucia, user.id, ctx.browser.name))
  return { user }
}

async function answer(ctx: RequestContext, { user, browserToken }: Entry): Promise<SignInWire> {
  if (browserToken) ctx.setCookie(browserCookie(browserToken, ctx.core.env.isProduction))
  return user ? signIn(ctx, user) : { verification_required: true }
}

export const authRouter = router({
  /**
   * Signs an account in by its email. Where codes are asked for, the answer is `verification_required` until the mailed
   * one comes along. @throws invalid_credentials, invalid_code, mail_failed, rate_limited
   */
  login: publicProcedure
    .input(credentialsSchema)
    .mutation(async ({ ctx, input }) =>
      answer(ctx, await login(ctx.core, { ...input, browser: ctx.browser, address: ctx.address })),
    ),

  /** Makes an account and signs it in, with a code as above. @throws email_taken, invalid_code, mail_failed, rate_limited */
  register: publicProcedure
    .input(credentialsSchema)
    .mutation(async ({ ctx, input }) =>
      answer(ctx, await register(ctx.core, { ...input, browser: ctx.browser, address: ctx.address })),
    ),

  /** How the browser reaches Google's accounts; null where it does not. */
  google: publicProcedure.query(({ ctx }) => ctx.core.google?.project.browser ?? null),

  /** Signs in with a Google account. @throws not_configured, invalid_credentials, unready, rate_limited */
  googleLogin: publicProcedure
    .input(googleSchema)
    .mutation(async ({ ctx, input }) => signIn(ctx, await googleLogin(ctx.core, ctx.address, input))),

  /** Ends the session, if there is one. */
  logout: publicProcedure.mutation(async ({ ctx }) => {
    ctx.setCookie(await endSession(ctx.lucia, ctx.session?.sessionId ?? null))
    return { success: true }
  }),
})
