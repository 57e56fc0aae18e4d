import { UPLOAD_MAX_BYTES } from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'

/** Why a file cannot be a design, or null when it may be one. */
export function checkFile(file: { type: string; size: number }): string | null {
  if (file.type !== 'image/png') return UPLOAD.onlyPng
  return file.size >= UPLOAD_MAX_BYTES ? UPLOAD.tooLarge : null
}
