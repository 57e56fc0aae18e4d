import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { SCENE_UPLOAD_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '@printroom/contract/limits'
import { ERRORS, type ErrorBody, type ErrorCode } from '@printroom/contract/errors'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { WholesomeRequest } from './pieces.ts'

/** How long a connection may take, in milliseconds. */
export type Timeouts = {
  /** For a request to arrive whole, from its headers on. */
  request: number
  /** For the bytes of an upload, which says so. */
  upload: number
  /** For those of a photograph. */
  photograph: number
  /** For its address and headers alone. */
  headers: number
  /** For the client to take the next bytes of an answer, or we to have some: longer than any answer is waited for in silence. */
  silence: number
  /** After an answer to a request that we did not read to its end. */
  linger: number
}

const REQUEST_MS = 30_000
const HEADERS_MS = 10_000
const LINGER_MS = 1_000
const SILENCE_BESIDES_WAITING_MS = 60_000
/** An upload that comes too late is told so before its connection is cut. */
const UPLOAD_ANSWER_MS = 1_000
/** How often Node looks for connections that are late, at most. */
const LOOK_EVERY_MS = 1_000

/** @param waitSeconds how long a request may wait for its picture */
export const timeoutsFor = (waitSeconds: number): Timeouts => ({
  request: REQUEST_MS,
  upload: UPLOAD_TIMEOUT_MS,
  photograph: SCENE_UPLOAD_TIMEOUT_MS,
  headers: HEADERS_MS,
  silence: waitSeconds * 1_000 + SILENCE_BESIDES_WAITING_MS,
  linger: LINGER_MS,
})

/** The part of the server's options that keeps a slow client from holding a connection for ever, and a wasteful one everybody else. */
export function connectionOptions({
  request,
  upload,
  photograph,
  headers,
  silence,
  linger,
}: Timeouts): Pick<FastifyHttpOptions<Server>, 'requestTimeout' | 'connectionTimeout' | 'http' | 'clientErrorHandler'> {
  const headersTimeout = Math.min(headers, request)
  // Node has one for all: what is no upload is cut sooner, by `cutSlowRequests`.
  const longest = Math.max(request, upload, photograph) + UPLOAD_ANSWER_MS
  return {
    requestTimeout: longest,
    connectionTimeout: silence,
    http: {
      IncomingMessage: WholesomeRequest,
      requestTimeout: longest,
      headersTimeout,
      connectionsCheckingInterval: Math.min(LOOK_EVERY_MS, Math.ceil(headersTimeout / 4)),
    },
    clientErrorHandler: (error, socket) => refuse(error, socket, linger),
  }
}

/** What Node finds wrong before there is a request. Everything else is no HTTP. */
const FAULTS: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
}

function refuse(error: NodeJS.ErrnoException, socket: Socket, lingerMs: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy(error)
  const code = FAULTS[error.code ?? ''] ?? 'bad_input'
  const [status, sentence] = ERRORS[code]
  const body = JSON.stringify({ error: sentence, code } satisfies ErrorBody)
  const headers = [
    'connection: close',
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
  endGently(socket, lingerMs)
}

/**
 * Makes an answer to a request that has not arrived whole the last one of its connection: otherwise a client that was
 * refused could keep the connection by sending on, as slowly as it likes.
 */
export function closeAfterEarlyAnswers(app: FastifyInstance, { linger }: Timeouts): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (raw.complete || !hasBody) return
    void reply.header('connection', 'close')
    // What Node calls once the answer is written.
    raw.socket.destroySoon = () => endGently(raw.socket, linger)
  })
}

/** What a route says of itself whose body is a file, which may take long to come. */
export const UPLOAD_ROUTE: object = { isUpload: true }
const isUpload = (config: object): boolean => 'isUpload' in config

/** Cuts what does not arrive whole in the time of a request, but for the uploads among the routes, which have a time of their own. */
export function cutSlowRequests(app: FastifyInstance, { request: ms, linger }: Timeouts): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (raw.complete || isUpload(routeOptions.config)) return
    const timer = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return
      refuse(Object.assign(new Error('too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket, linger)
    }, ms).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/**
 * Ends our side, and lets what still comes fall for a moment: a connection that is closed over bytes nobody read is reset,
 * and a client that is still sending may then never see the answer.
 */
function endGently(socket: Socket, lingerMs: number): void {
  socket.end()
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/**
 * Cuts what has not arrived whole in the time of a request once the server closes: Node looks for such connections no more
 * then, and one that says nothing, or a byte a minute, would keep the process for as long as it likes.
 */
export function cutLateArrivalsOnClose(app: FastifyInstance, { request }: Timeouts): void {
  const asking = new Map<Socket, IncomingMessage | null>()
  app.server.on('connection', (socket: Socket) => {
    asking.set(socket, null)
    socket.once('close', () => asking.delete(socket))
  })
  // A request that was injected has no connection.
  app.addHook('onRequest', async ({ raw }) => {
    if (asking.has(raw.socket)) asking.set(raw.socket, raw)
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (asking.has(raw.socket)) asking.set(raw.socket, null)
  })
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const [socket, message] of asking) if (!message?.complete) socket.destroy()
    }, request).unref()
  })
}
