import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openFile, openThumbnail, type OpenFile } from '../files/open-file.ts'

/** A design's file or thumbnail (`side`: a card's), for its owner. @throws AppError not_found */
export async function openDesign(
  context: Context,
  userId: UserId,
  id: string,
  part: 'file' | 'thumbnail',
  side?: number,
): Promise<OpenFile> {
  const design = await context.db.design.findFirst({ where: { id, userId } })
  if (!design) throw new AppError('not_found')
  return part === 'file'
    ? openFile(context, design.fileKey, 'image/png', design.filename)
    : openThumbnail(context, design, design.filename.replace(/\.png$/i, '.webp'), side !== undefined)
}
