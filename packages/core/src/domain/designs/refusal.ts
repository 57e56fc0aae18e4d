import { UPLOAD } from '@printroom/contract/messages'
import type { PngRefusal } from '@printroom/studio/design/png-header'
import { AppError } from '../../errors.ts'

/** Each refusal of a file, in the error table's words or its own sentence. */
export function refusalOf(refusal: PngRefusal): AppError {
  switch (refusal.reason) {
    case 'not-png':
      return new AppError('not_png')
    case 'too-large':
      if (refusal.limit === 'bytes') return new AppError('too_large')
      return new AppError('too_large', { error: UPLOAD.tooManyPixels })
    case 'animated':
      return new AppError('unreadable_png', { error: UPLOAD.animated })
    case 'scattered':
      return new AppError('unreadable_png', { error: UPLOAD.scattered })
    case 'unreadable':
      return new AppError('unreadable_png')
  }
}

/** Of a file that was not decoded in time. */
export const takesTooLong = (): AppError => new AppError('unreadable_png', { error: UPLOAD.takesTooLong })
