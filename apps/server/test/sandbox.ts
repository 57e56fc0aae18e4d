import { createHmac } from 'node:crypto'
import type { Context } from '@printroom/core/context'
import { startSandbox } from '@printroom/core/testing/sandbox'
import { expect, vi } from 'vitest'

export const WEBHOOK_SECRET = 'whsec_of_these_tests'

export type StripeEvent = { id: string; type: string; created: number; data: { object: Record<string, unknown> } }
export type Sandbox = {
  url: string
  /** Sends a form to one of its pages, or opens the page. Relative paths are its own. */
  page(path: string, form?: Record<string, string>): Promise<Response>
  get<T = Record<string, unknown>>(path: string): Promise<T>
  /** The events since the last call, oldest first. */
  news(): Promise<StripeEvent[]>
}

/** A stand-in of Stripe, a process of this file's own, that delivers nothing by itself: the tests bring its events. */
export async function openSandbox(): Promise<Sandbox> {
  const url = await startSandbox()
  const seen = new Set<string>()
  const get = async <T>(path: string): Promise<T> =>
    (await fetch(url + path, { headers: { authorization: 'Bearer sk_test_x' } })).json() as Promise<T>
  return {
    url,
    page: (path, form) =>
      fetch(path.startsWith('http') ? path : url + path, {
        redirect: 'manual',
        ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      }),
    get,
    async news() {
      const fresh: StripeEvent[] = []
      for (let after = ''; ;) {
        const { data, has_more: hasMore } = await get<{ data: StripeEvent[]; has_more: boolean }>(
          `/v1/events?limit=100${after && `&starting_after=${after}`}`,
        )
        const unseen = data.filter(({ id }) => !seen.has(id))
        fresh.push(...unseen)
        if (!hasMore || unseen.length < data.length) break
        after = data.at(-1)!.id
      }
      for (const { id } of fresh) seen.add(id)
      return fresh.toReversed()
    },
  }
}

/** The worker's turn: resolves when every event that was taken is worked on. Far longer than that takes, but for a hang. */
export const untilWorkedOn = ({ db }: Pick<Context, 'db'>): Promise<void> =>
  vi.waitFor(async () => expect(await db.stripeEvent.count({ where: { processedAt: null } })).toBe(0), {
    timeout: 80_000,
    interval: 20,
  })

/**
 * Resolves when no job is left, or none of a name (SQL's `%` for any). One that was replaced while it ran and died with its
 * worker stays, without a try left; the hourly sweep deletes it.
 */
export const untilNoJobs = ({ db }: Pick<Context, 'db'>, named = '%'): Promise<void> =>
  vi.waitFor(
    async () =>
      expect(
        await db.$queryRaw`
          SELECT key FROM graphile_worker.jobs
          WHERE task_identifier LIKE ${named} AND (attempts < max_attempts OR locked_at IS NOT NULL)`,
      ).toEqual([]),
    { timeout: 80_000, interval: 20 },
  )

/** `stripe-signature` of a body; `age` in seconds. */
export function sign(body: string, { secret = WEBHOOK_SECRET, age = 0 } = {}): string {
  const seconds = Math.floor(Date.now() / 1000) - age
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
