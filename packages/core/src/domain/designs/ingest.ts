import { createHash, randomBytes } from 'node:crypto'
import type { Ingested } from '@printroom/imaging/ingest'
import type { WorkerContext } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { DecodingOverdue } from './decoder.ts'
import { StorageMissing } from '../files/storage.ts'
import { storeOwned } from '../files/owned-files.ts'
import { begin, end, holdAccount } from '../../jobs/steps.ts'
import { refusalOf, takesTooLong } from './refusal.ts'
import { queueNextUpload } from './upload-queue.ts'
import { type UploadFailure, failUpload, forgetBytes } from './withdraw.ts'

type Begun = { id: string; userId: string; filename: string; fileSize: number }

/**
 * Makes a design of an upload: decodes it in a process of its own, stores our own files of it, and in one transaction
 * writes the design, forgets the bytes that came and tells the one who waits. Of two attempts the second keeps nothing.
 * @throws Error when the attempt failed and the job should be tried again; on the last try the upload ends instead
 */
export async function ingestDesign(context: WorkerContext, id: string, isLastTry: boolean): Promise<void> {
  const { db, storage, decoder, log } = context
  if (!(await begin(db, 'uploads', id))) return
  const upload = await db.upload.findUnique({ where: { id } })
  if (!upload?.fileKey) return
  const startedAt = Date.now()
  try {
    const ingestion = await decoder.ingest(await storage.get(upload.fileKey))
    if (!ingestion.ok)
      return await refuse(
        context,
        upload,
        refusalOf(ingestion),
        'detail' in ingestion ? ingestion.detail : ingestion.reason,
      )
    await keepDesign(context, upload, ingestion)
    log.info({ design: id, ms: Date.now() - startedAt }, 'a design was taken in')
  } catch (error) {
    log.error({ err: error, upload: id, isLastTry }, 'an attempt at an upload failed')
    if (error instanceof DecodingOverdue) return refuse(context, upload, takesTooLong(), error.message)
    if (!isLastTry && !(error instanceof StorageMissing)) throw error
    await fail(context, upload, { errorCode: 'internal', errorDetail: String(error) })
  }
}

const refuse = (context: WorkerContext, upload: Begun, { code, message }: AppError, detail: string): Promise<void> =>
  fail(context, upload, { errorCode: code, error: message, errorDetail: detail })

const fail = ({ db }: WorkerContext, { id, userId }: Begun, failure: UploadFailure): Promise<void> =>
  db.$transaction(async (tx) => {
    if (await holdAccount(tx, userId)) await failUpload(tx, userId, id, failure)
  })

async function keepDesign(
  context: WorkerContext,
  { id, userId, filename, fileSize }: Begun,
  ingested: Ingested,
): Promise<void> {
  const name = randomBytes(16).toString('hex')
  const keys = {
    fileKey: `design-${name}.png`,
    printKey: ingested.print && `design-print-${name}.png`,
    thumbnailKey: `design-thumb-${name}.webp`,
    cardKey: `design-card-${name}.webp`,
  }
  const files = [
    { key: keys.fileKey, bytes: ingested.file, contentType: 'image/png' },
    { key: keys.thumbnailKey, bytes: ingested.thumbnail, contentType: 'image/webp' },
    { key: keys.cardKey, bytes: ingested.card, contentType: 'image/webp' },
    ...(keys.printKey && ingested.print
      ? [{ key: keys.printKey, bytes: ingested.print, contentType: 'image/png' }]
      : []),
  ]
  const { width, height } = ingested
  const contentHash = createHash('sha256').update(ingested.file).digest('hex')
  await storeOwned(context, files, async (tx) => {
    if (!(await holdAccount(tx, userId)) || !(await end(tx, 'uploads', id, 'done'))) return null
    await forgetBytes(tx, id)
    await queueNextUpload(tx, userId)
    return tx.design.create({ data: { id, userId, filename, ...keys, contentHash, width, height, fileSize } })
  })
}
