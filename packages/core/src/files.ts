import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { shrink } from '@printroom/imaging/encode'
import type { Context } from './context.ts'
import { AppError } from './errors.ts'
import { StorageMissing } from './ports/storage.ts'

/** A stored file on its way to its owner; `size` in bytes. */
export type OpenFile = { stream: Readable; size: number; contentType: string; filename: string }

/** Opens a thumbnail, made smaller where a `side` in pixels is given. @throws AppError not_found */
export async function openThumbnail(context: Context, key: string, filename: string, side?: number): Promise<OpenFile> {
  const file = await openFile(context, key, 'image/webp', filename)
  if (side === undefined) return file
  const small = await shrink(await buffer(file.stream), side)
  return { ...file, stream: Readable.from([small]), size: small.length }
}

/** Opens what a row that the caller has already checked points at. @throws AppError not_found */
export async function openFile({ storage, log }: Context, key: string, contentType: string, filename: string): Promise<OpenFile> {
  try {
    return { ...(await storage.open(key)), contentType, filename }
  } catch (error) {
    if (!(error instanceof StorageMissing)) throw error
    log.error({ key }, 'a row points at a file that is not there')
    throw new AppError('not_found')
  }
}
