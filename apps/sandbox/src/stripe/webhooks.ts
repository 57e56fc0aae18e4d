import { createHmac } from 'node:crypto'
import { API_VERSION, newId, type Event } from './objects.ts'
import type { Store } from './state.ts'

export type Endpoint = { url: string; secret: string }

/** Stripe goes on for three days; a person at their own machine has been and gone by then. */
const MOST_ATTEMPTS = 12
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
const ANSWER_WITHIN_MS = 30_000

/** `t=…,v1=…` as Stripe signs a body: HMAC-SHA256 over the seconds, a dot and the bytes. */
function signatureOf(body: string, secret: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export type Webhooks = {
  /** Records an event with its object as it is now, and sends it. */
  emit(type: string, object: object, at: number): void
  /** Sends an event again, whatever became of it before. */
  resend(id: string): void
  /** Resolves when nothing is on its way any more. */
  settled(): Promise<void>
  close(): void
}

/** Signed deliveries in no promised order; one that is not answered with 2xx is repeated with growing pauses. */
export function createWebhooks(store: Store, endpoint: Endpoint | undefined, firstPauseMs = FIRST_PAUSE_MS): Webhooks {
  const { state } = store
  const timers = new Set<NodeJS.Timeout>()
  const sending = new Set<Promise<void>>()
  let isClosed = false
  for (const { event, attempt, notBefore } of state.deliveries)
    plan(event, attempt, Math.max(0, notBefore - Date.now()))

  function plan(id: string, attempt: number, pauseMs: number): void {
    if (isClosed || !endpoint) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const sent = send(id, attempt).finally(() => sending.delete(sent))
      sending.add(sent)
    }, pauseMs)
    timers.add(timer)
  }

  async function send(id: string, attempt: number): Promise<void> {
    const event = state.events[id]
    if (!event || !endpoint) return
    const body = JSON.stringify(event, null, 2)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, endpoint.secret),
    }
    const isTaken = await fetch(endpoint.url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    state.deliveries = state.deliveries.filter((delivery) => delivery.event !== id)
    if (isTaken) event.pending_webhooks = 0
    else if (attempt < MOST_ATTEMPTS) {
      const pauseMs = Math.min(firstPauseMs * 2 ** (attempt - 1), LONGEST_PAUSE_MS)
      state.deliveries.push({ event: id, attempt: attempt + 1, notBefore: Date.now() + pauseMs })
      plan(id, attempt + 1, pauseMs)
    }
    store.save()
  }

  const queue = (id: string) => {
    if (!endpoint) return
    state.deliveries.push({ event: id, attempt: 1, notBefore: Date.now() })
    plan(id, 1, 0)
  }

  return {
    emit(type, object, at) {
      const event: Event = {
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: at,
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: endpoint ? 1 : 0,
        request: { id: null, idempotency_key: null },
        type,
      }
      state.events[event.id] = event
      queue(event.id)
    },
    resend: queue,
    async settled() {
      while (sending.size + timers.size > 0) {
        await Promise.all(sending)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
