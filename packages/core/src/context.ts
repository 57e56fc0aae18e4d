import type { Db } from '@printroom/db/client'
import type { Clock } from './ports/clock.ts'
import type { GoogleAccounts } from './ports/google.ts'
import type { Mailer } from './ports/mailer.ts'
import type { Engine } from './ports/engine.ts'
import type { Payments } from './ports/payments.ts'
import type { Storage } from './ports/storage.ts'
import type { Env } from './env.ts'

declare const owned: unique symbol
/** A user's id that the session gate has vouched for; only `auth/sessions.ts` and `auth/api-keys.ts` mint one. */
export type UserId = string & { readonly [owned]: true }

/** A structured log line: fields first, then the words. No emails, tokens or codes in either. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What every use case is given. `payments`, `mailer` and `google` are null where they are not configured. */
export type Context = {
  db: Db
  storage: Storage
  engine: Engine
  payments: Payments | null
  mailer: Mailer | null
  google: GoogleAccounts | null
  clock: Clock
  env: Env
  log: Log
}
