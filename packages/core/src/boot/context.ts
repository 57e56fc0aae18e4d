import { Stripe } from 'stripe'
import { createDb } from '@printroom/db/client'
import type { Context, Log } from '../context.ts'
import type { Env } from '../env.ts'
import { systemClock } from '../clock.ts'
import { readEngineFacts } from '../adapters/engine/engine-facts.ts'
import { createGoogleAccounts, googleProject } from '../adapters/google/accounts.ts'
import { createSmtpMailer } from '../adapters/mail/smtp.ts'
import { createPayments } from './payments.ts'
import type { Payments } from '../domain/billing/payments.ts'
import { createStorage } from './storage.ts'

/** Puts a process's real parts together, all but those that read and make pictures; `close` lets go of them all. */
export async function createContext(env: Env, log: Log): Promise<{ context: Context; close: () => Promise<void> }> {
  const db = createDb(env.DATABASE_URL, env.DATABASE_POOL)
  const payments = createPayments(env)
  await checkPrices(payments, log)
  const engine = await readEngineFacts(env)
  const storage = await createStorage(env)
  const mailer = env.SMTP_URL ? createSmtpMailer(env.SMTP_URL, env.MAIL_FROM) : null
  const project = googleProject(env)
  const google = project && createGoogleAccounts(project, systemClock, log)
  return {
    context: { db, storage, engine, payments, mailer, google, clock: systemClock, env, log },
    async close() {
      mailer?.close()
      await db.$disconnect()
    },
  }
}

/** Prices that disagree with the plans stop the start, each with its line; Stripe being out of reach does not. */
async function checkPrices(payments: Payments | null, log: Log): Promise<void> {
  const problems = await payments?.problems().catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeConnectionError)) throw error
    log.warn({ reason: error.message }, 'Stripe cannot be reached: its prices were not compared with the plans')
  })
  if (!problems?.length) return
  for (const problem of problems) log.error({}, problem)
  throw new Error('The prices at Stripe are not those of the plans: see the lines above.')
}
