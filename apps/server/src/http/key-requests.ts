import { REQUEST_PATH_MAX_CHARS } from '@printroom/contract/limits'
import type { ErrorCode } from '@printroom/contract/errors'
import type { KeyUsed } from '@printroom/core/domain/auth/api-keys'
import { networkOf } from '@printroom/core/domain/auth/sign-in-limit'
import type { RequestLog } from '@printroom/core/domain/requests/record'
import { cut } from '@printroom/core/logging/log'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withoutToken } from './share-page.ts'

/** Of a request that fails, the code that it is told: the first, where several calls came as one. */
const failures = new WeakMap<FastifyRequest, ErrorCode>()

export function noteFailure(request: FastifyRequest, code: ErrorCode): void {
  if (!failures.has(request)) failures.set(request, code)
}

/** A request's path as it may be shown: without what stands behind `?`, and without a share's token. */
export const shownPath = (url: string, maxChars: number): string =>
  cut(withoutToken(url.split('?', 1)[0] ?? ''), maxChars)

/** Writes down what is asked for with keys, once it is answered or was given up: its owner reads it. */
export const noteKeyRequests =
  (requests: RequestLog) =>
  (key: KeyUsed, at: Date, request: FastifyRequest, { raw }: FastifyReply): void => {
    const done = () =>
      requests.record({
        key,
        method: request.method,
        path: shownPath(request.url, REQUEST_PATH_MAX_CHARS),
        status: raw.writableFinished ? raw.statusCode : null,
        errorCode: failures.get(request) ?? null,
        latencyMs: Math.round(Date.now() - at.getTime()),
        address: networkOf(request.ip),
        at,
      })
    if (raw.closed) done()
    else raw.once('close', done)
  }
