import { apiKeyChangeSchema, apiKeySchema } from '@printroom/contract/api-key-schemas'
import { idSchema, leaveSchema, nameTemplateSchema } from '@printroom/contract/schemas'
import { exportAccount } from '@printroom/core/domain/account/export'
import { removeAccount } from '@printroom/core/domain/account/remove'
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey } from '@printroom/core/domain/auth/api-keys'
import { forgetBrowser, listKnownBrowsers } from '@printroom/core/domain/auth/known-browsers'
import type { Named } from '@printroom/core/domain/auth/own-ids'
import { endSession, listSessions, revokeSession, signOutEverywhere } from '@printroom/core/domain/auth/sessions'
import { nameTemplateOf, setNameTemplate } from '@printroom/core/domain/mockups/naming'
import * as z from 'zod'
import { personProcedure, router } from './trpc.ts'

const byId = (kind: Named) => personProcedure.meta({ ids: { id: kind } }).input(z.object({ id: idSchema }))
const done = { success: true } as const

/** What concerns the account itself: for its person's own session, and for no API key. */
export const accountRouter = router({
  /** The signed-in browsers, the one that asks first. */
  sessions: personProcedure.query(({ ctx }) => listSessions(ctx.core, ctx.userId, ctx.session.sessionId)),

  /** @throws not_found */
  revokeSession: byId('session').mutation(async ({ ctx, input }) => {
    await revokeSession(ctx.core, ctx.userId, input.id)
    return done
  }),

  /** Ends every session, this one too, and forgets every known browser. */
  signOutEverywhere: personProcedure.mutation(async ({ ctx }) => {
    await signOutEverywhere(ctx.core, ctx.userId)
    ctx.setCookie(await endSession(ctx.lucia, null))
    return done
  }),

  /** The browsers that sign in without a code. */
  knownBrowsers: personProcedure.query(({ ctx }) => listKnownBrowsers(ctx.core, ctx.userId, ctx.browser)),

  /** @throws not_found */
  forgetBrowser: byId('browser').mutation(async ({ ctx, input }) => {
    await forgetBrowser(ctx.core, ctx.userId, input.id)
    return done
  }),

  apiKeys: personProcedure.query(({ ctx }) => listApiKeys(ctx.core, ctx.userId)),

  /** Makes a key and shows its token this once. @throws bad_input */
  createApiKey: personProcedure
    .input(apiKeySchema)
    .mutation(({ ctx, input }) => createApiKey(ctx.core, ctx.userId, input)),

  /** @throws not_found, bad_input (a wider scope) */
  changeApiKey: personProcedure
    .meta({ ids: { id: 'key' } })
    .input(apiKeyChangeSchema)
    .mutation(({ ctx, input }) => changeApiKey(ctx.core, ctx.userId, input)),

  /** @throws not_found */
  revokeApiKey: byId('key').mutation(async ({ ctx, input }) => {
    await revokeApiKey(ctx.core, ctx.userId, input.id)
    return done
  }),

  /** How files are named when they are saved. */
  naming: personProcedure.query(async ({ ctx }) => ({ template: await nameTemplateOf(ctx.core, ctx.userId) })),

  /** @throws bad_input */
  setNaming: personProcedure.input(z.object({ template: nameTemplateSchema })).mutation(async ({ ctx, input }) => {
    await setNameTemplate(ctx.core, ctx.userId, input.template)
    return { template: input.template }
  }),

  /** In process only: everything we hold of the person as a zip, for `GET /api/account/export`. */
  export: personProcedure.meta({ isInProcess: true }).query(({ ctx }) => {
    ctx.holdOpen()
    return exportAccount(ctx.core, ctx.userId)
  }),

  /** Deletes the account for good; `confirmation` is its email. @throws bad_input, payments_unreachable */
  remove: personProcedure.input(leaveSchema).mutation(async ({ ctx, input }) => {
    await removeAccount(ctx.core, ctx.userId, input.confirmation)
    ctx.setCookie(await endSession(ctx.lucia, null))
    return done
  }),
})
