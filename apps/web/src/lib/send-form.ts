import { UPLOAD_TIMEOUT_MS } from '@printroom/contract/limits'
import { UPLOAD } from '@printroom/contract/messages'
import { endSession } from '~/lib/session.ts'

/** The bytes are up at this point; what is left is the server reading the picture. */
export const PROCESSING_PERCENT = 90

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

/** Sends a form with a file, told of every step; rejects with a sentence for a person. fetch() tells nothing of a body on its way up. */
export function sendForm<Answer extends { id: string }>(
  path: string,
  fields: Record<string, string | File>,
  onProgress: (percent: number) => void,
  timeoutMs: number = UPLOAD_TIMEOUT_MS,
): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * PROCESSING_PERCENT))
    }
    request.upload.onload = () => onProgress(PROCESSING_PERCENT)
    request.onload = () => {
      try {
        resolve(readAnswer<Answer>(request))
      } catch (error) {
        reject(error)
      }
    }
    request.onerror = () => reject(new Error(UPLOAD.failed))
    request.ontimeout = () => reject(new Error(UPLOAD.timeout))
    request.open('POST', path)
    request.timeout = timeoutMs
    request.withCredentials = true
    request.send(body)
  })
}

function readAnswer<Answer extends { id: string }>(request: XMLHttpRequest): Answer {
  if (request.status === 401) endSession()
  const answer = parse(request.responseText)
  if (request.status < 200 || request.status >= 300)
    throw new UploadRefused(sentenceOf(answer) ?? UPLOAD.failedWithStatus(request.status), {
      status: request.status,
      retryAfter: request.getResponseHeader('retry-after'),
    })
  if (!isAnswer<Answer>(answer)) throw new Error(UPLOAD.invalidResponse)
  return answer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isAnswer = <Answer extends { id: string }>(value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'id' in value

const sentenceOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'error' in value && typeof value.error === 'string'
    ? value.error
    : null
