import type { Readable } from 'node:stream'
import type { UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { archiveMockups } from '../mockups/archive.ts'
import type { Parts } from '../mockups/exports.ts'
import { readPictures } from './read.ts'

/**
 * What is done of a batch, as a zip stream; a picture that several of its places share is in it once. What is done later
 * is in a later zip, where those of before have the names that they had.
 * @throws AppError not_found: no such batch, or nothing of it is done yet
 */
export async function archiveBatch(parts: Parts, userId: UserId, id: string): Promise<Readable> {
  const { db } = parts.context
  if (!(await db.batch.count({ where: { id, userId } }))) throw new AppError('not_found')
  const done = (await readPictures(db, userId, id, { state: 'done' })).flatMap(({ mockupId }) => mockupId ?? [])
  if (done.length === 0) throw new AppError('not_found', { error: 'Nothing of this batch is done yet.' })
  return archiveMockups(parts, userId, done)
}
