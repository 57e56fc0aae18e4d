import { ConnectionError, errorOf } from './errors.ts'
import type { CallOptions, Transport } from './transport.ts'

/** The server says something at least every 25 seconds. */
const SILENCE_MS = 60_000
const LINE_END = /\r\n|\r|\n/

/**
 * What a subscription of the server tells, until it ends or the signal does. A stream that breaks, or says nothing for a
 * minute, throws; whoever wants to go on opens another.
 * @param path of the procedure, `generation.watch`
 * @throws PrintroomError, or the signal's reason
 */
export async function* subscribe<T>(
  transport: Transport,
  path: string,
  input: unknown,
  { signal }: CallOptions = {},
): AsyncGenerator<T> {
  const query = input === undefined ? {} : { input: JSON.stringify(input) }
  // Read beside the loop, so that silence is noticed while nobody asks for the next.
  const told: T[] = []
  let wake = () => {}
  let end: { error?: unknown } | undefined
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  const headers = { accept: 'text/event-stream' }
  transport
    .call(
      { path: `/api/trpc/${path}`, query, headers, signal: leaving.signal, timeoutMs: SILENCE_MS, isRepeatable: false },
      async (response, alive) => {
        for await (const { event, data } of eventsOf(response, alive)) {
          if (event === 'return') return
          if (event === 'serialized-error') throw refusalIn(data)
          if (event !== '' && event !== 'message') continue // that it is connected, and that it lives
          told.push(JSON.parse(data) as T)
          wake()
        }
        throw new ConnectionError('The stream of events broke.', { status: 0 })
      },
    )
    .then(
      () => (end = {}),
      (error: unknown) => (end = { error }),
    )
    .finally(() => wake())
  try {
    for (;;) {
      const next = told.splice(0)
      for (const item of next) yield item
      if (next.length > 0) continue
      if (end && 'error' in end) throw end.error
      if (end) return
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    signal?.removeEventListener('abort', leave)
    leaving.abort()
  }
}

function refusalIn(data: string): Error {
  const error = JSON.parse(data) as { data?: { httpStatus?: number } }
  return errorOf(error.data?.httpStatus ?? 500, new Headers(), JSON.stringify({ error }))
}

/** Server-sent events as they come, by the rules of the HTML standard as far as tRPC uses them. */
async function* eventsOf(response: Response, alive: () => void): AsyncGenerator<{ event: string; data: string }> {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .getReader()
  if (!reader) return
  let rest = ''
  let [event, data] = ['', [] as string[]]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      const lines = (rest + value).split(LINE_END)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '' && (data.length > 0 || event !== '')) {
          yield { event, data: data.join('\n') }
          ;[event, data] = ['', []]
        }
        const [, field, text = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
        if (field === 'event') event = text
        if (field === 'data') data.push(text)
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
