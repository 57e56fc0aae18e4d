import { fileStem } from '@printroom/contract/naming'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openFile, openThumbnail, type OpenFile } from '../files/open-file.ts'
import { nameTemplateOf, named, numbersOf } from './naming.ts'

/** A mockup's picture (JPEG, 2048 × 2048) or thumbnail (`side`: a card's), for its owner. @throws AppError not_found */
export async function openMockup(
  context: Context,
  userId: UserId,
  id: string,
  part: 'file' | 'thumbnail',
  side?: number,
): Promise<OpenFile> {
  const mockup = await context.db.mockup.findFirst({ where: { id, userId } })
  if (!mockup) throw new AppError('not_found')
  // Many thumbnails are shown for one file that is saved: those are named without a query.
  if (part === 'thumbnail') return openThumbnail(context, mockup, `${id}.webp`, side !== undefined)
  const [template, numbers] = await Promise.all([nameTemplateOf(context, userId), numbersOf(context, userId, [id])])
  const name = fileStem(template, named(mockup, numbers.get(id) ?? 1))
  return openFile(context, mockup.fileKey, 'image/jpeg', `${name}.jpg`)
}
