import type { Transaction } from '@printroom/db/client'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { addJob, removeJob } from '../../jobs/jobs.ts'
import { end, holdAccount } from '../../jobs/steps.ts'
import { queueNextUpload } from './upload-queue.ts'

/** Gives an upload up that nobody has begun, with its bytes. */
export async function withdrawUpload({ db }: Pick<Context, 'db'>, userId: string, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    if (!(await holdAccount(tx, userId))) return
    const isWaiting = await tx.upload.count({ where: { id, status: 'waiting' } })
    if (isWaiting)
      await failUpload(tx, userId, id, { errorCode: 'upload_timeout', errorDetail: 'nobody began it in time' })
  })
}

/** What the upload's owner is told, by its code in the error table and its sentence, and beside it what staff need to know. */
export type UploadFailure = { errorCode: AppError['code']; error?: string; errorDetail: string }

/** Ends an upload without a design, forgets its bytes, and lets the seller's next one join. The caller holds the account. */
export async function failUpload(tx: Transaction, userId: string, id: string, failure: UploadFailure): Promise<void> {
  if (!(await end(tx, 'uploads', id, 'failed'))) return
  await forgetBytes(tx, id, failure)
  await removeJob(tx, id)
  await queueNextUpload(tx, userId)
}

/** Takes an upload's bytes away, with a job of the same transaction, and notes how it ended. */
export async function forgetBytes(tx: Transaction, id: string, outcome: Partial<UploadFailure> = {}): Promise<void> {
  const { fileKey } = await tx.upload.findUniqueOrThrow({ where: { id } })
  await tx.upload.update({
    where: { id },
    data: {
      fileKey: null,
      ...outcome,
      ...(outcome.errorDetail ? { errorDetail: outcome.errorDetail.slice(0, 2000) } : {}),
    },
  })
  if (fileKey) await addJob(tx, 'delete-files', { keys: [fileKey] }, `delete:${fileKey}`)
}
