import { downloadOf, type Download } from './files.ts'
import { newKey, type Choices } from './order.ts'
import { rowsOf, type ListOptions } from './pages.ts'
import { pause } from './retry.ts'
import type { CallOptions, Transport } from './transport.ts'
import type { Batch, BatchEstimate, BatchPicture, BatchSummary } from './wire.ts'
import type { Watch } from './watch.ts'

/** The pictures of a batch, 400 at most: a grid, items, the text of a CSV, or several of them, which are added up. */
export type BatchPictures = {
  designIds?: readonly string[]
  products?: readonly {
    product: string
    baseModel?: string | null
    colours: readonly string[]
    /** Without any, those of the batch’s pack. */
    scenes?: readonly {
      style: string
      background: string
      gender?: string | null
      /** The front unless told. */
      side?: string | null
      size?: string | null
      /** A place of the side; otherwise the product's `place` holds. */
      place?: string | null
    }[]
    /** A place of the product, as `left-chest`, at which each design is put; otherwise its size says where the print sits. */
    place?: string | null
  }[]
  items?: readonly (Choices & { title?: string | null })[]
  csv?: string
  /** The listing pack that it is for. */
  pack_id?: string | null
}
export type BatchOrder = BatchPictures & { name?: string; idempotency_key?: string }
export type BatchWait = Pick<CallOptions, 'signal'> & { onProgress?: (batch: Batch) => void }

export type Batches = {
  /** What it would cost, how long it would take and what cannot be made; orders nothing. @throws NotFoundError */
  estimate(pictures: BatchPictures, options?: CallOptions): Promise<BatchEstimate>
  /**
   * Orders all pictures or none, a credit each, and waits for none. Repeated under its key it costs nothing; it always has one.
   * @throws ValidationError, InsufficientCreditsError, NotFoundError
   */
  create(order: BatchOrder, options?: CallOptions): Promise<Batch>
  get(id: string, options?: CallOptions): Promise<Batch>
  list(options?: ListOptions): AsyncIterable<BatchSummary>
  /** A batch's pictures by place. */
  pictures(id: string, options?: ListOptions): AsyncIterable<BatchPicture>
  /** Resolves when no picture is waited for or made any more; failures stand in the answer and are no error. */
  wait(id: string, options?: BatchWait): Promise<Batch>
  /** Orders what failed again. A place takes one picture in, whoever asks how often: a repeat is safe. @throws InsufficientCreditsError */
  retry(id: string, options?: CallOptions): Promise<Batch>
  /** Gives up what nobody has begun; those credits come back. */
  cancel(id: string, options?: CallOptions): Promise<Batch>
  /** What is done by now. */
  zip(id: string): Download
  /** A line a picture, with texts for its listing. */
  csv(id: string): Download
}

/** News come several times a second; a batch is looked at as often as a person can read. */
const LOOK_GAP_MS = 250
/** Without news it is looked at so often. */
const LOOK_AGAIN_MS = 2_000

/** The seller's batches. */
export function batchesOf(transport: Transport, watch: Watch): Batches {
  const post = <T>(path: string, options: CallOptions = {}, json: unknown = {}, headers = {}): Promise<T> =>
    transport.json({ method: 'POST', path: `/api/batches${path}`, json, headers, isRepeatable: true, ...options })
  const get: Batches['get'] = (id, options) => transport.json({ path: `/api/batches/${id}`, ...options })

  return {
    estimate: (pictures, options) => post('/estimate', options, pictures),
    create: ({ idempotency_key: key = newKey(), ...order }, options) =>
      post('', options, order, { 'idempotency-key': key }),
    get,
    list: (options) => rowsOf(transport, '/api/batches', options),
    pictures: (id, options) => rowsOf(transport, `/api/batches/${id}/pictures`, options),
    async wait(id, { signal, onProgress } = {}) {
      let tell = () => {}
      let hasNews = false
      const unwatch = watch(() => {
        hasNews = true
        tell()
      })
      try {
        for (;;) {
          hasNews = false
          const batch = await get(id, { signal })
          onProgress?.(batch)
          if (batch.counts.waiting + batch.counts.under_way === 0) return batch
          await pause(LOOK_GAP_MS, signal)
          if (hasNews) continue
          const news = new AbortController()
          tell = () => news.abort()
          const either = signal ? AbortSignal.any([signal, news.signal]) : news.signal
          await pause(LOOK_AGAIN_MS, either).catch(() => signal?.throwIfAborted())
        }
      } finally {
        unwatch()
      }
    },
    retry: (id, options) => post(`/${id}/retry`, options),
    cancel: (id, options) => post(`/${id}/cancel`, options),
    zip: (id) => downloadOf(transport, { path: `/api/batches/${id}/zip` }, 'batch.zip'),
    csv: (id) => downloadOf(transport, { path: `/api/batches/${id}/csv` }, 'batch.csv'),
  }
}
