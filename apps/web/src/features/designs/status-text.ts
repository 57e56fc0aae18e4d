import { UPLOAD } from '@printroom/contract/messages'
import { PROCESSING_PERCENT } from '~/lib/send-form.ts'

export function statusText(percent: number): string {
  if (percent >= 100) return UPLOAD.complete
  if (percent >= PROCESSING_PERCENT) return UPLOAD.processing
  return percent > 0 ? UPLOAD.uploading(percent) : UPLOAD.starting
}
