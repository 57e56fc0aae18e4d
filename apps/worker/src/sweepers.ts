import { sweepKeyExpiries } from '@printroom/core/domain/auth/key-expiry'
import { sweepSignIns } from '@printroom/core/domain/auth/sessions'
import { sweepBilling } from '@printroom/core/domain/billing/sweep'
import type { Context } from '@printroom/core/context'
import { sweepUploads } from '@printroom/core/domain/designs/sweep-uploads'
import { sweepScenes } from '@printroom/core/domain/scenes/sweep'
import { sweepPredictionWebhooks } from '@printroom/core/domain/generation/prediction-webhook'
import { sweepGenerations } from '@printroom/core/domain/generation/sweep'
import { deleteReplacedJobs } from '@printroom/core/jobs/jobs'
import { sweepRequests } from '@printroom/core/domain/requests/sweep'
import { sweepRateLimits } from '@printroom/core/limits/rate-limit'
import { sweepWebhooks } from '@printroom/core/domain/webhooks/sweep'
import { sweepExports } from '@printroom/core/domain/mockups/sweep-exports'
import { createDeadWorkersSweep } from '@printroom/core/jobs/heartbeat'

const SWEEPERS = [
  { name: 'dead workers', everyMs: 5_000, sweep: createDeadWorkersSweep() },
  { name: 'generations', everyMs: 15_000, sweep: sweepGenerations },
  { name: 'uploads', everyMs: 15_000, sweep: sweepUploads },
  { name: 'scenes', everyMs: 15_000, sweep: sweepScenes },
  { name: 'exports', everyMs: 15_000, sweep: sweepExports },
  { name: 'webhooks', everyMs: 60_000, sweep: sweepWebhooks },
  { name: 'billing', everyMs: 60_000, sweep: sweepBilling },
  { name: 'prediction webhooks', everyMs: 3_600_000, sweep: sweepPredictionWebhooks },
  { name: 'sign-ins', everyMs: 3_600_000, sweep: sweepSignIns },
  { name: 'key expiries', everyMs: 3_600_000, sweep: sweepKeyExpiries },
  { name: 'requests', everyMs: 600_000, sweep: (context: Context) => sweepRequests(context) },
  { name: 'replaced jobs', everyMs: 3_600_000, sweep: deleteReplacedJobs },
  { name: 'rate limits', everyMs: 3_600_000, sweep: sweepRateLimits },
] as const

/** Every promise to do something later has someone who looks after it. Any process may sweep; sweeping twice does no harm. */
export function startSweepers(context: Context): { stop(): void; done(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>()
  const timers = SWEEPERS.map(({ name, everyMs, sweep }) =>
    setInterval(() => {
      if (running.has(name)) return
      const round = sweep(context)
        .catch((error: Error) =>
          context.log.warn({ sweeper: name, reason: error.message }, 'a sweep failed; it comes again'),
        )
        .finally(() => running.delete(name))
      running.set(name, round)
    }, everyMs),
  )
  return {
    stop: () => timers.forEach(clearInterval),
    done: async () => void (await Promise.all(running.values())),
  }
}
