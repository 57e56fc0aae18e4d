import { randomBytes } from 'node:crypto'
import { DESIGN } from '@printroom/contract/messages'
import { filenameSchema } from '@printroom/contract/schemas'
import type { DesignWire } from '@printroom/contract/wire'
import { reencodePng, thumbnail as thumbnailOf } from '@printroom/imaging/encode'
import { inspectPng, type PngRefusal } from '@printroom/imaging/inspect'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { storeOwned } from '../storage/own.ts'
import { toDesignWire } from './wire.ts'

/** Each refusal of a file, in the error table's words or its own sentence. */
function refusalOf(refusal: PngRefusal): AppError {
  switch (refusal.reason) {
    case 'not-png':
      return new AppError('not_png')
    case 'too-large':
      if (refusal.limit === 'bytes') return new AppError('too_large')
      return new AppError('too_large', { error: 'This image is too large: at most 50 megapixels, and 12,000 pixels a side.' })
    case 'animated':
      return new AppError('unreadable_png', { error: 'Animated PNGs cannot be printed. Please save a single frame.' })
    case 'unreadable':
      return new AppError('unreadable_png')
  }
}

/**
 * Takes an upload (whole file, at most 10 MB) in: decoded to its last pixel, kept as our own re-encode without
 * ancillary chunks, with a thumbnail. The declared type and name decide nothing about the content.
 * @throws AppError not_png, too_large, unreadable_png, bad_input (filename)
 */
export async function createDesign(
  context: Context,
  userId: UserId,
  upload: { filename: string; bytes: Buffer },
): Promise<DesignWire> {
  const filename = filenameSchema.safeParse(upload.filename.split(/[/\\]/).at(-1))
  if (!filename.success) {
    const sentence = filename.error.issues[0]?.message ?? DESIGN.filenameNotPng
    throw new AppError('bad_input', { error: sentence, fields: { filename: sentence } })
  }
  const verdict = await inspectPng(upload.bytes)
  if (!verdict.ok) throw refusalOf(verdict)
  const file = await reencodePng(upload.bytes)
  const thumbnail = await thumbnailOf(file)

  const name = randomBytes(16).toString('hex')
  const fileKey = `design-${name}.png`
  const thumbnailKey = `design-thumb-${name}.webp`
  const files = [
    { key: fileKey, bytes: file, contentType: 'image/png' },
    { key: thumbnailKey, bytes: thumbnail, contentType: 'image/webp' },
  ]
  const { width, height } = verdict
  const data = { userId, filename: filename.data, fileKey, thumbnailKey, width, height, fileSize: upload.bytes.length }
  try {
    return toDesignWire(await storeOwned(context, files, (tx) => tx.design.create({ data })))
  } catch (error) {
    context.log.error({ err: error }, 'a design could not be stored')
    throw error
  }
}
