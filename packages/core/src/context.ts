import type { Db } from '@printroom/db/client'
import type { Clock } from './clock.ts'
import type { GoogleAccounts } from './domain/auth/google-accounts.ts'
import type { Measurer } from './domain/scenes/measurer.ts'
import type { PlateCache } from './domain/scenes/plate-cache.ts'
import type { Decoder } from './domain/designs/decoder.ts'
import type { Mailer } from './domain/mail/mailer.ts'
import type { Engine, EngineFacts } from './domain/generation/engine.ts'
import type { Payments } from './domain/billing/payments.ts'
import type { Storage } from './domain/files/storage.ts'
import type { Env } from './env.ts'

declare const owned: unique symbol
/** A user's id that a checked session or API key vouches for; only `auth/sessions.ts` and `auth/api-keys.ts` mint one. */
export type UserId = string & { readonly [owned]: true }

/** A structured log line: fields first, then the words. No emails, tokens or codes in either. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * What every use case is given. `payments`, `mailer` and `google` are null where they are not configured. Nothing in it
 * reads or makes a picture: the HTTP server has no more than this. `apiKeyId`: the API key that asks, where one does; what
 * it orders counts towards its cap, whichever procedure it came by.
 */
export type Context = {
  db: Db
  storage: Storage
  engine: EngineFacts
  payments: Payments | null
  mailer: Mailer | null
  google: GoogleAccounts | null
  clock: Clock
  env: Env
  log: Log
  apiKeyId?: string
}

/** What a worker's use cases are given beside: the parts that read and make pictures. */
export type WorkerContext = Context & { engine: Engine; decoder: Decoder; measurer: Measurer; plates: PlateCache }
