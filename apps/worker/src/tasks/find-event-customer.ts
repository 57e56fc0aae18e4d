import { findEventCustomer } from '@printroom/core/domain/billing/event-customer'
import type { Context } from '@printroom/core/context'
import type { JobPayload } from '@printroom/core/jobs/jobs'

/** Looks up whose an event is that names a payment alone. */
export const handle = (context: Context, { event }: JobPayload<'find-event-customer'>): Promise<void> =>
  findEventCustomer(context, event)
