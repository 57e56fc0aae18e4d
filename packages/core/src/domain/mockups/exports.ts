import type { Readable } from 'node:stream'
import type { ErrorCode } from '@printroom/contract/errors'
import type { Format, ShapeName } from '@printroom/contract/presets'
import type { Transaction } from '@printroom/db/client'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Events } from '../generation/events.ts'
import { addJob, removeJob } from '../../jobs/jobs.ts'
import { StorageMissing } from '../files/storage.ts'
import { tellEnded } from '../../jobs/steps.ts'
import { type Subscribe, waitUntil } from '../../jobs/wait.ts'

/** A picture as a shop wants it: made once for all who ask for it on a day. */
export type Wanted = { userId: UserId; mockupId: string; preset: ShapeName; format: Format }
type Done = { id: string; fileKey: string | null; isComposed: boolean }
/** `size` in bytes; `isComposed`: photographed in this shape, else it was cut, or its sides carried on. */
export type OpenExport = { stream: Readable; size: number; isComposed: boolean }
/** What it takes to have exports made. */
export type Parts = { context: Context; events: Events }

/** As with orders: somebody's n-th unfinished export waits behind the n-th of everybody else. */
const LOWEST_PRIORITY = 1000

/**
 * Has an export made, unless there is one, and waits for it at most GENERATION_WAIT_SECONDS. When nobody waits any more,
 * one that no worker has begun is dropped.
 * @throws AppError not_found (what it is made from is missing), internal (it failed), unready (it was not made in time)
 */
export async function awaitExport({ context, events }: Parts, wanted: Wanted, signal?: AbortSignal): Promise<Done> {
  let id: string | undefined
  let request: Promise<string> | undefined
  const subscribe: Subscribe = (news) =>
    events.subscribeEnded((ended) => {
      if (ended === null || ended === id) news()
    })
  const find = async () => {
    request ??= requestExport(context, wanted)
    id = await request.catch((error: unknown) => {
      request = undefined // the database was away: asked for once more
      throw error
    })
    return context.db.mockupExport.findUnique({ where: { id } })
  }
  const look = async () => {
    let made = await find()
    if (!made) {
      request = undefined // dropped by another who had waited for it, or swept: asked for anew
      made = await find()
    }
    if (made?.status === 'failed') throw new AppError((made.errorCode ?? 'internal') as ErrorCode)
    return made?.status === 'done' ? made : undefined
  }
  const made = await waitUntil(subscribe, look, { seconds: context.env.GENERATION_WAIT_SECONDS, signal })
  if (made) return made
  if (signal?.aborted) await dropExport(context, request)
  throw new AppError('unready', { error: 'This picture is not made yet. Please try again in a moment.' })
}

/** The same, with its file open. One whose file is not there is made once more. @throws AppError the same */
export async function openExport(
  parts: Parts,
  wanted: Wanted,
  signal?: AbortSignal,
  isSecondTry = false,
): Promise<OpenExport> {
  const { db, storage, log } = parts.context
  const { id, fileKey, isComposed } = await awaitExport(parts, wanted, signal)
  try {
    return { ...(await storage.open(fileKey ?? '')), isComposed }
  } catch (error) {
    if (!(error instanceof StorageMissing)) throw error
    log.error({ key: fileKey }, 'a row points at a file that is not there')
    await db.mockupExport.deleteMany({ where: { id } })
    if (isSecondTry) throw new AppError('not_found')
    return openExport(parts, wanted, signal, true)
  }
}

/** The id of the export there is, or of a new one whose job waits in line. One that failed is tried anew. @throws AppError not_found */
async function requestExport({ db }: Context, { userId, mockupId, preset, format }: Wanted): Promise<string> {
  return db.$transaction(async (tx) => {
    const [mockup] = await tx.$queryRaw<
      unknown[]
    >`SELECT 1 FROM mockups WHERE id = ${mockupId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`
    if (!mockup) throw new AppError('not_found')
    const unique = { mockupId_preset_format: { mockupId, preset, format } }
    await tx.mockupExport.deleteMany({ where: { mockupId, preset, format, status: 'failed' } })
    // The one that is there may be dropped between the two statements, by another who waited for it: then it is asked for anew.
    for (;;) {
      const [fresh] = await tx.mockupExport.createManyAndReturn({
        data: [{ userId, mockupId, preset, format }],
        skipDuplicates: true,
        select: { id: true },
      })
      const found = fresh ?? (await tx.mockupExport.findUnique({ where: unique, select: { id: true } }))
      if (!found) continue
      if (fresh)
        await addJob(tx, 'export-mockup', { exportId: fresh.id }, fresh.id, { priority: await priorityOf(tx, userId) })
      return found.id
    }
  })
}

const priorityOf = async (tx: Transaction, userId: UserId): Promise<number> =>
  Math.min(
    LOWEST_PRIORITY,
    (await tx.mockupExport.count({ where: { userId, status: { in: ['waiting', 'running'] } } })) - 1,
  )

/**
 * Gives an export up that nobody has begun, once its request is through; another who waits for it is told, and asks again.
 */
async function dropExport({ db }: Context, request: Promise<string> | undefined): Promise<void> {
  const id = await request?.catch(() => undefined)
  if (id === undefined) return
  await db.$transaction(async (tx) => {
    const { count } = await tx.mockupExport.deleteMany({ where: { id, status: 'waiting' } })
    if (count === 0) return
    await removeJob(tx, id)
    await tellEnded(tx, id)
  })
}
