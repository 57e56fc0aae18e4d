import type { AttemptWire, DeliveryWire, EndpointWire, WebhookEvent } from '@printroom/contract/webhooks'

type EndpointRow = {
  id: string
  url: string
  events: string[]
  failingSince: Date | null
  oldSecretUntil: Date | null
  disabledAt: Date | null
  disabledReason: string | null
  createdAt: Date
}
type AttemptRow = { at: Date; status: number | null; latencyMs: number; error: string | null; answer: string | null }
type DeliveryRow = {
  id: string
  eventId: string
  status: DeliveryWire['status']
  nextAttemptAt: Date | null
  createdAt: Date
  event: { type: string }
  attempts: AttemptRow[]
}

/** An endpoint as its owner sees it: without its secrets. */
export const toEndpointWire = (endpoint: EndpointRow): EndpointWire => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events as WebhookEvent[],
  is_enabled: endpoint.disabledAt === null,
  disabled_reason: endpoint.disabledReason,
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  old_secret_until: endpoint.oldSecretUntil?.toISOString() ?? null,
  created_at: endpoint.createdAt.toISOString(),
})

const toAttemptWire = ({ at, status, latencyMs, error, answer }: AttemptRow): AttemptWire => ({
  at: at.toISOString(),
  status,
  latency_ms: latencyMs,
  error,
  answer,
})

/** A message with its tries, the latest first. */
export const toDeliveryWire = (delivery: DeliveryRow): DeliveryWire => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type: delivery.event.type,
  status: delivery.status,
  attempts: delivery.attempts.map(toAttemptWire),
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
})
