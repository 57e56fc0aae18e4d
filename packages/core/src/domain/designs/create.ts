import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '@printroom/contract/errors'
import { UPLOADS_IN_LINE_MAX, UPLOAD_WAIT_SECONDS } from '@printroom/contract/limits'
import { DESIGN } from '@printroom/contract/messages'
import { filenameSchema } from '@printroom/contract/schemas'
import type { DesignWire } from '@printroom/contract/wire'
import { checkPng } from '@printroom/studio/design/png-header'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Events } from '../generation/events.ts'
import { storeOwned } from '../files/owned-files.ts'
import { holdAccount } from '../../jobs/steps.ts'
import { type Subscribe, waitUntil } from '../../jobs/wait.ts'
import { refusalOf } from './refusal.ts'
import { UNFINISHED, queueNextUpload } from './upload-queue.ts'
import { toDesignWire } from './wire.ts'
import { withdrawUpload } from './withdraw.ts'

/**
 * Takes an upload (whole file, at most 10 MB) in and waits until a worker has made a design of it, at most 25 seconds.
 * Here it is judged by its header alone; the declared type and name decide nothing about the content. A client that goes
 * away loses nothing: the design appears when it is made.
 * @throws AppError not_png, too_large, unreadable_png, bad_input (filename), rate_limited (too many in line), upload_timeout
 */
export async function createDesign(
  context: Context,
  events: Events,
  userId: UserId,
  upload: { filename: string; bytes: Buffer },
  { signal, seconds = UPLOAD_WAIT_SECONDS }: { signal?: AbortSignal; seconds?: number } = {},
): Promise<DesignWire> {
  const filename = filenameSchema.safeParse(upload.filename.split(/[/\\]/).at(-1))
  if (!filename.success) {
    const sentence = filename.error.issues[0]?.message ?? DESIGN.filenameNotPng
    throw new AppError('bad_input', { error: sentence, fields: { filename: sentence } })
  }
  const check = checkPng(upload.bytes)
  if (!check.ok) throw refusalOf(check)
  const id = await keepUpload(context, userId, filename.data, upload.bytes)
  return awaitDesign(context, events, userId, id, seconds, signal)
}

/** Stores the bytes as they came, and gives them to the workers. @returns the upload's id, which will be the design's */
async function keepUpload(context: Context, userId: UserId, filename: string, bytes: Buffer): Promise<string> {
  const inLine = { userId, ...UNFINISHED }
  const tooMany = () => new AppError('rate_limited', { retryAfterSeconds: UPLOAD_WAIT_SECONDS })
  // Asked before the bytes are stored, and again where nobody can come between.
  if ((await context.db.upload.count({ where: inLine })) >= UPLOADS_IN_LINE_MAX) throw tooMany()
  const fileKey = `upload-${randomBytes(16).toString('hex')}.png`
  let refusal: AppError | undefined
  const kept = await storeOwned(context, [{ key: fileKey, bytes, contentType: 'image/png' }], async (tx) => {
    if (!(await holdAccount(tx, userId))) refusal = new AppError('unauthorized')
    else if ((await tx.upload.count({ where: inLine })) >= UPLOADS_IN_LINE_MAX) refusal = tooMany()
    if (refusal) return null
    const { id } = await tx.upload.create({
      data: { userId, filename, fileKey, fileSize: bytes.length },
      select: { id: true },
    })
    await queueNextUpload(tx, userId)
    return id
  })
  if (kept === null) throw refusal ?? new AppError('internal')
  return kept
}

async function awaitDesign(
  context: Context,
  events: Events,
  userId: UserId,
  id: string,
  seconds: number,
  signal?: AbortSignal,
): Promise<DesignWire> {
  const subscribe: Subscribe = (news) =>
    events.subscribeEnded((ended) => {
      if (ended === null || ended === id) news()
    })
  const design = await waitUntil(subscribe, () => readDesign(context, userId, id), { seconds, signal })
  if (design) return design
  // One that has begun goes on and its design appears; one that has not is given up, and nothing of it is kept.
  if (!signal?.aborted) await withdrawUpload(context, userId, id)
  throw new AppError('upload_timeout')
}

async function readDesign({ db }: Context, userId: UserId, id: string): Promise<DesignWire | undefined> {
  const upload = await db.upload.findFirst({ where: { id, userId } })
  if (!upload) throw new AppError('unauthorized') // it went with its account
  if (upload.status === 'failed')
    throw new AppError((upload.errorCode ?? 'internal') as ErrorCode, upload.error ? { error: upload.error } : {})
  if (upload.status !== 'done') return undefined
  const design = await db.design.findFirst({ where: { id, userId } })
  if (!design) throw new AppError('not_found', { error: 'This design was deleted.' })
  return toDesignWire(design)
}
