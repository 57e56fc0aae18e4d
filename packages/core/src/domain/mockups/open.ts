import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openFile, openThumbnail, type OpenFile } from '../files/open-file.ts'

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
  const name = `${mockup.folderName}_${mockup.product}_${mockup.colour}`
  return part === 'file'
    ? openFile(context, mockup.fileKey, 'image/jpeg', `${name}.jpg`)
    : openThumbnail(context, mockup, `${name}.webp`, side !== undefined)
}
