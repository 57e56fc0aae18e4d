import type { Env } from '@printroom/core/env'
import type { JobName } from '@printroom/core/jobs/jobs'
import { TASKS } from './tasks/registry.ts'

/**
 * Jobs that share a process's places: so many run at once. Every lane hears of every job, and looks for one of its own
 * `afterMs` later: those that looked at the same moment as the one that somebody waits for made that one wait 2 ms more.
 */
export type Lane = { name: string; names: JobName[]; places: number; afterMs: number; crontab?: string }

const STAND_BACK_MS = 10

/**
 * Jobs that do little but wait for a service of others. They have places of their own: a service that hangs keeps nobody's
 * picture waiting, however few pictures a worker makes at once.
 */
const WAITING = new Set<JobName>([
  'sync-billing',
  'find-event-customer',
  'cancel-surplus-subscription',
  'refund-purchase',
  'reconcile-billing',
  'delete-files',
  'announce-batch',
  'mail-webhook-off',
])
/** More than billing ever takes at once, so that a Stripe that hangs leaves places to the others. */
const WAITING_PLACES = 6

/** A stranger's upload may take half a minute and 500 MB: each worker reads one at a time, whoever sends how many. */
const UPLOADS = new Set<JobName>(['ingest-design'])

/** A photograph takes a minute and a gigabyte: each worker measures one at a time, in a process behind its pictures. */
const SCENES = new Set<JobName>(['measure-scene', 'mend-scene'])

/** Sellers' own servers may hang for 5 s a message each: they wait for one another and for nobody else. */
const WEBHOOKS = new Set<JobName>(['deliver-webhook'])
const WEBHOOK_PLACES = 4

/** UTC. However many workers there are, a line is queued once; a night that no worker saw is made up for within the day. */
const CRONTAB = '17 3 * * * reconcile-billing ?max=3&fill=1d'

/** The lanes of a worker process. Every job is in one; a worker of no concurrency makes no pictures, and does all the rest. */
export function lanesOf({ WORKER_CONCURRENCY }: Env): Lane[] {
  const names = Object.keys(TASKS) as JobName[]
  const lanes: Lane[] = [
    {
      name: 'working',
      names: names.filter((name) => ![WAITING, UPLOADS, SCENES, WEBHOOKS].some((others) => others.has(name))),
      places: WORKER_CONCURRENCY,
      afterMs: 0,
    },
    { name: 'uploads', names: [...UPLOADS], places: 1, afterMs: STAND_BACK_MS },
    { name: 'scenes', names: [...SCENES], places: 1, afterMs: STAND_BACK_MS },
    { name: 'webhooks', names: [...WEBHOOKS], places: WEBHOOK_PLACES, afterMs: STAND_BACK_MS },
    {
      name: 'waiting',
      names: names.filter((name) => WAITING.has(name)),
      places: WAITING_PLACES,
      afterMs: STAND_BACK_MS,
      crontab: CRONTAB,
    },
  ]
  return lanes.filter(({ places }) => places > 0)
}
