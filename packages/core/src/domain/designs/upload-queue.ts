import type { Prisma, Transaction } from '@printroom/db/client'
import { addJob } from '../../jobs/jobs.ts'
import { hasJob } from '../../jobs/steps.ts'

/** Uploads that have not ended, as a condition. */
export const UNFINISHED = { status: { in: ['waiting', 'running'] } } satisfies Prisma.UploadWhereInput

/**
 * Gives a seller's oldest upload its place in line, unless it has one. A seller has one upload in line at a time: the next
 * joins at the end of it when that one has ended, so that somebody's tenth waits for nine of their own and for one of
 * everybody else's a turn. The caller holds the account (`holdAccount`).
 */
export async function queueNextUpload(tx: Transaction, userId: string): Promise<void> {
  const next = await tx.upload.findFirst({
    where: { userId, ...UNFINISHED },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  if (next && !(await hasJob(tx, next.id))) await addJob(tx, 'ingest-design', { uploadId: next.id }, next.id)
}
