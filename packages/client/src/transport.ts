import { ConnectionError, PrintroomError, TimeoutError, errorOf } from './errors.ts'
import { DEFAULT_RETRY, pause, pauseBefore, type RetryOptions } from './retry.ts'

export type ClientOptions = {
  /** Where Printroom is: `https://printroom.example`, or `http://localhost:3000` beside `npm start`. */
  url: string
  /** A key from the account page (`prk_…`), or the token of a session. Without one only what is public answers. */
  apiKey?: string | undefined
  /** Milliseconds that a server may be silent before a call is given up; 60 000 unless told. */
  timeoutMs?: number | undefined
  retry?: Partial<RetryOptions> | undefined
  /** Another `fetch`, for proxies and tests. */
  fetch?: typeof globalThis.fetch | undefined
}

/** What every call takes: `signal` ends it, and it then rejects with the signal's reason. */
export type CallOptions = { signal?: AbortSignal | undefined; timeoutMs?: number | undefined }

export type Call = CallOptions & {
  path: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | undefined>
  json?: unknown
  body?: () => FormData
  headers?: Record<string, string>
  /** Milliseconds that the server is asked to keep the question: its silence meanwhile is no fault. */
  heldMs?: number
  /** Whether it may be made twice where nobody knows if the first was done. GET and DELETE are unless they say otherwise. */
  isRepeatable?: boolean
}

/** `alive` is called with every sign of life, and begins the silence anew. */
export type Read<T> = (response: Response, alive: () => void) => Promise<T>

export type Transport = {
  /** Makes a call, again where that is safe, and reads its answer. @throws PrintroomError, or the signal's reason */
  call<T>(call: Call, read: Read<T>): Promise<T>
  /** The same for an answer in JSON. */
  json<T>(call: Call): Promise<T>
}

const DEFAULT_TIMEOUT_MS = 60_000

/** What carries every call: address, key, time limit, repeats, errors. */
export function createTransport({
  url,
  apiKey,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  retry,
  fetch,
}: ClientOptions): Transport {
  const base = baseOf(url)
  const repeats = { ...DEFAULT_RETRY, ...retry }
  const send = fetch ?? ((...given: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...given))

  async function once<T>(call: Call, read: Read<T>): Promise<T> {
    const { method = 'GET', path, query, json, body, signal } = call
    signal?.throwIfAborted()
    const limit = (call.timeoutMs ?? timeoutMs) + (call.heldMs ?? 0)
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(timer)
      if (Number.isFinite(limit)) timer = setTimeout(() => silence.abort(), limit)
    }
    const stop = () => silence.abort()
    signal?.addEventListener('abort', stop, { once: true })
    alive()
    try {
      const response = await send(`${base}${path}${searchOf(query)}`, {
        method,
        headers: {
          ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...call.headers,
        },
        body: json === undefined ? (body?.() ?? null) : JSON.stringify(json),
        signal: silence.signal,
        credentials: apiKey ? 'omit' : 'same-origin',
      })
      if (!response.ok) throw errorOf(response.status, response.headers, await response.text())
      return await read(response, alive)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (error instanceof PrintroomError) throw error
      if (silence.signal.aborted)
        throw new TimeoutError(`The server did not answer within ${limit / 1000} seconds.`, { status: 0, cause: error })
      throw new ConnectionError(`The server at ${base} could not be reached: ${reasonOf(error)}.`, {
        status: 0,
        cause: error,
      })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
  }

  async function call<T>(call: Call, read: Read<T>): Promise<T> {
    const { method = 'GET', isRepeatable = method === 'GET' || method === 'DELETE' } = call
    for (let attempt = 1; ; attempt++)
      try {
        return await once(call, read)
      } catch (error) {
        const ms = pauseBefore(error, attempt, isRepeatable, repeats)
        if (ms === undefined) throw error
        await pause(ms, call.signal)
      }
  }

  return { call, json: <T>(request: Call) => call(request, async (response) => (await response.json()) as T) }
}

function baseOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError(`The address of Printroom has to be a URL as https://printroom.example, not "${url}".`)
  return url.replace(/\/+$/, '')
}

function searchOf(query: Call['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `?${search}` : ''
}

/** `fetch` says "fetch failed" and has the reason as its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string }
  return cause?.code ?? (cause?.message || message) ?? String(error)
}
