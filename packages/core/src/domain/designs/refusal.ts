import type { PngRefusal } from '@printroom/studio/design/png-header'
import { AppError } from '../../errors.ts'

/** Each refusal of a file, in the error table's words or its own sentence. */
export function refusalOf(refusal: PngRefusal): AppError {
  switch (refusal.reason) {
    case 'not-png':
      return new AppError('not_png')
    case 'too-large':
      if (refusal.limit === 'bytes') return new AppError('too_large')
      return new AppError('too_large', {
        error: 'This image is too large: at most 50 megapixels, and 12,000 pixels a side.',
      })
    case 'animated':
      return new AppError('unreadable_png', { error: 'Animated PNGs cannot be printed. Please save a single frame.' })
    case 'scattered':
      return new AppError('unreadable_png', {
        error: 'This PNG is cut into too many small pieces. Please save it again.',
      })
    case 'unreadable':
      return new AppError('unreadable_png')
  }
}

/** Of a file that was not decoded in time. */
export const takesTooLong = (): AppError =>
  new AppError('unreadable_png', {
    error: 'This PNG takes too long to read. Please save it smaller, or without interlacing.',
  })
