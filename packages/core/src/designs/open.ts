import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { openFile, type OpenFile } from '../files.ts'

/** A design's file or thumbnail, for its owner. @throws AppError not_found */
export async function openDesign(context: Context, userId: UserId, id: string, part: 'file' | 'thumbnail'): Promise<OpenFile> {
  const design = await context.db.design.findFirst({ where: { id, userId } })
  if (!design) throw new AppError('not_found')
  return part === 'file'
    ? openFile(context, design.fileKey, 'image/png', design.filename)
    : openFile(context, design.thumbnailKey, 'image/webp', design.filename.replace(/\.png$/i, '.webp'))
}
