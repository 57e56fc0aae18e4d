import { UPLOAD_TIMEOUT_MS } from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'
import type { DesignWire } from '@printroom/contract/wire'
import { PROCESSING_PERCENT } from '~/features/designs/status-text.ts'
import { endSession } from '~/lib/session.ts'

/** What the server did not take. */
export class UploadRefused extends Error {
  /** In seconds; 0 where it asks for no pause. */
  readonly retryAfterSeconds: number
  /** The same file would be refused again. */
  readonly isForGood: boolean

  constructor(sentence: string, { status, retryAfter }: { status: number; retryAfter: string | null }) {
    super(sentence)
    this.retryAfterSeconds = status === 429 ? Number(retryAfter) || 0 : 0
    this.isForGood = [400, 413, 415, 422].includes(status)
  }
}

/** Sends one design, told of every step; rejects with a sentence for a person. fetch() tells nothing of a body on its way up. */
export function uploadDesign(file: File, userId: string, onProgress: (percent: number) => void): Promise<DesignWire> {
  const body = new FormData()
  body.append('userId', userId)
  body.append('design', file)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * PROCESSING_PERCENT))
    }
    request.upload.onload = () => onProgress(PROCESSING_PERCENT)
    request.onload = () => {
      try {
        resolve(readAnswer(request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new Error(UPLOAD.failed))
    request.ontimeout = () => reject(new Error(UPLOAD.timeout))
    request.open('POST', '/api/designs')
    request.timeout = UPLOAD_TIMEOUT_MS
    request.withCredentials = true
    request.send(body)
  })
}

function readAnswer(request: XMLHttpRequest): DesignWire {
  if (request.status === 401) endSession()
  const answer = parse(request.responseText)
  if (request.status < 200 || request.status >= 300)
    throw new UploadRefused(sentenceOf(answer) ?? UPLOAD.failedWithStatus(request.status), {
      status: request.status,
      retryAfter: request.getResponseHeader('retry-after'),
    })
  if (!isDesign(answer)) throw new Error(UPLOAD.invalidResponse)
  return answer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isDesign = (value: unknown): value is DesignWire =>
  typeof value === 'object' && value !== null && 'id' in value && 'file_url' in value

const sentenceOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string'
    ? value.error
    : null
