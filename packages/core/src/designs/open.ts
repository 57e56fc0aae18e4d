import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { openFile, openThumbnail, type OpenFile } from '../files.ts'

/** A design's file or thumbnail (`side`: smaller than it is stored), for its owner. @throws AppError not_found */
export async function openDesign(context: Context, userId: UserId, id: string, part: 'file' | 'thumbnail', side?: number): Promise<OpenFile> {
  const design = await context.db.design.findFirst({ where: { id, userId } })
  if (!design) throw new AppError('not_found')
  return part === 'file'
    ? openFile(context, design.fileKey, 'image/png', design.filename)
    : openThumbnail(context, design.thumbnailKey, design.filename.replace(/\.png$/i, '.webp'), side)
}
