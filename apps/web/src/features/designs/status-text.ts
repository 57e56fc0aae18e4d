import { UPLOAD } from '@printroom/contract/messages'

/** The bytes are up at this point; what is left is the server reading the picture. */
export const PROCESSING_PERCENT = 90

export function statusText(percent: number): string {
  if (percent >= 100) return UPLOAD.complete
  if (percent >= PROCESSING_PERCENT) return UPLOAD.processing
  return percent > 0 ? UPLOAD.uploading(percent) : UPLOAD.starting
}
