import { randomBytes } from 'node:crypto'
import type { ErrorCode } from '@printroom/contract/errors'
import { filenameSchema } from '@printroom/contract/schemas'
import type { DesignWire } from '@printroom/contract/wire'
import { inspectPng, type PngRefusal } from '@printroom/imaging/inspect-png'
import { reencodePng } from '@printroom/imaging/reencode-png'
import { designThumbnail } from '@printroom/imaging/thumbnail'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { toDesignWire } from './wire.ts'

const CODE_BY_REFUSAL: Record<PngRefusal['reason'], ErrorCode> = {
  'not-png': 'not_png',
  'too-large': 'too_large',
  'too-many-pixels': 'unreadable_png',
  animated: 'unreadable_png',
  unreadable: 'unreadable_png',
}

/**
 * Takes an upload (whole file, at most 10 MB) in: decoded to its last pixel, kept as our own re-encode without
 * ancillary chunks, with a thumbnail. The declared type and name decide nothing about the content.
 * @throws AppError not_png, too_large, unreadable_png, bad_input (filename)
 */
export async function createDesign(
  { db, storage, log }: Context,
  userId: UserId,
  upload: { filename: string; bytes: Buffer },
): Promise<DesignWire> {
  const filename = filenameSchema.safeParse(upload.filename.split(/[/\\]/).at(-1))
  if (!filename.success) {
    const sentence = filename.error.issues[0]!.message
    throw new AppError('bad_input', { error: sentence, fields: { filename: sentence } })
  }
  const verdict = await inspectPng(upload.bytes)
  if (!verdict.ok) throw new AppError(CODE_BY_REFUSAL[verdict.reason], verdict.reason === 'not-png' ? {} : { error: verdict.sentence })
  const file = await reencodePng(upload.bytes)
  const thumbnail = await designThumbnail(file)

  const name = randomBytes(16).toString('hex')
  const fileKey = `design-${name}.png`
  const thumbnailKey = `design-thumb-${name}.webp`
  try {
    await storage.put(fileKey, file, 'image/png')
    await storage.put(thumbnailKey, thumbnail, 'image/webp')
    const { width, height } = verdict
    const design = await db.design.create({
      data: { userId, filename: filename.data, fileKey, thumbnailKey, width, height, fileSize: upload.bytes.length },
    })
    return toDesignWire(design)
  } catch (error) {
    // No row points at these files: they must not stay behind.
    await Promise.allSettled([storage.delete(fileKey), storage.delete(thumbnailKey)])
    log.error({ err: error }, 'a design could not be stored')
    throw error
  }
}
