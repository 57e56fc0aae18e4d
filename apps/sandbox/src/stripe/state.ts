import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type * as Stripe from './objects.ts'

type Table<Row> = Record<string, Row>
/** What a person's card does, now and at the next charge. */
export type Card = 'works' | 'declines' | 'declines_later'
export type Delivery = { event: string; attempt: number; notBefore: number }
type Answered = { fingerprint: string; status: number; body: unknown }

/** Everything the stand-in knows; plain JSON, kept in one file so that a restart forgets nothing. */
export type State = {
  /** How far the sandbox's clock runs ahead of the real one, in milliseconds. */
  offsetMs: number
  products: Table<Stripe.Product>
  prices: Table<Stripe.Price>
  customers: Table<Stripe.Customer>
  sessions: Table<
    Stripe.Session & {
      line_items: Stripe.LineItem[]
      subscription_metadata: Stripe.Metadata
      intent_metadata: Stripe.Metadata
    }
  >
  subscriptions: Table<Stripe.Subscription>
  invoices: Table<Stripe.Invoice>
  payments: Table<Stripe.InvoicePayment>
  intents: Table<Stripe.Intent>
  charges: Table<Stripe.Charge>
  refunds: Table<Stripe.Refund>
  disputes: Table<Stripe.Dispute>
  events: Table<Stripe.Event>
  portalConfigurations: Table<Stripe.PortalConfiguration>
  portalSessions: Table<Stripe.PortalSession>
  /** The card of each customer. */
  cards: Table<Card>
  /** Prices that take effect at the next cycle, by subscription. */
  scheduled: Table<string>
  answered: Table<Answered>
  deliveries: Delivery[]
}

const EMPTY = (): State => ({
  offsetMs: 0,
  products: {},
  prices: {},
  customers: {},
  sessions: {},
  subscriptions: {},
  invoices: {},
  payments: {},
  intents: {},
  charges: {},
  refunds: {},
  disputes: {},
  events: {},
  portalConfigurations: {},
  portalSessions: {},
  cards: {},
  scheduled: {},
  answered: {},
  deliveries: [],
})

export type Store = { state: State; save(): void }

/** The state of a file, or one that lives in memory alone. `save` writes it whole, by way of a second file. */
export function openStore(file: string | undefined): Store {
  const state: State =
    file && existsSync(file) ? { ...EMPTY(), ...(JSON.parse(readFileSync(file, 'utf8')) as State) } : EMPTY()
  return {
    state,
    save() {
      if (!file) return
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.part`, JSON.stringify(state))
      renameSync(`${file}.part`, file)
    },
  }
}
