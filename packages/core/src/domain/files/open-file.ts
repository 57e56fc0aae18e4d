import type { Readable } from 'node:stream'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { StorageMissing } from './storage.ts'

/** A stored file on its way to its owner; `size` in bytes. */
export type OpenFile = { stream: Readable; size: number; contentType: string; filename: string }

/** Opens a thumbnail, a card's where `isCard` and there is one: pictures of before have only the larger. @throws AppError not_found */
export const openThumbnail = (
  context: Context,
  { thumbnailKey, cardKey }: { thumbnailKey: string; cardKey: string | null },
  filename: string,
  isCard: boolean,
): Promise<OpenFile> => openFile(context, (isCard ? cardKey : null) ?? thumbnailKey, 'image/webp', filename)

/** Opens what a row that the caller has already checked points at. @throws AppError not_found */
export async function openFile(
  { storage, log }: Context,
  key: string,
  contentType: string,
  filename: string,
): Promise<OpenFile> {
  try {
    return { ...(await storage.open(key)), contentType, filename }
  } catch (error) {
    if (!(error instanceof StorageMissing)) throw error
    log.error({ key }, 'a row points at a file that is not there')
    throw new AppError('not_found')
  }
}
