import type { ErrorBody, ErrorCode } from '@printroom/contract/errors'

/** The application's error body inside a failed call, if it carries one. */
export function errorBody(error: unknown): ErrorBody | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null
  const { data } = error
  if (typeof data !== 'object' || data === null || !('app' in data)) return null
  const { app } = data
  return typeof app === 'object' && app !== null && 'code' in app && 'error' in app ? (app as ErrorBody) : null
}

export const errorCode = (error: unknown): ErrorCode | null => errorBody(error)?.code ?? null

/** The sentence the server wrote for a person, or ours when the call never got that far. */
export const errorSentence = (error: unknown, fallback: string): string => errorBody(error)?.error || fallback

export const isSessionLost = (error: unknown): boolean => errorCode(error) === 'unauthorized'
