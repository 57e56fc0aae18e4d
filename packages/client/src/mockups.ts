import { NotFoundError } from './errors.ts'
import { downloadOf, type Download } from './files.ts'
import { newKey, type Order, type SceneOrder } from './order.ts'
import { rowsOf, type ListOptions } from './pages.ts'
import type { CallOptions, Transport } from './transport.ts'
import { createWaiter, type WaitOptions } from './wait.ts'
import type { FileFormat, Mockup, OrderAnswer, Quote, ShopPreset } from './wire.ts'
import type { Watch } from './watch.ts'

/** A mockup that was ordered. */
export type MockupOrder = {
  /** Under which it is being made; null where the picture was there at once. */
  generationId: string | null
  idempotencyKey: string
  /** The picture was there, or on its way, to the pixel: nothing was charged. */
  isAlreadyMade: boolean
  /** Waits for the picture. @throws GenerationFailedError (the credit is back), PrintroomError, or the signal's reason: the order then stands */
  wait(options?: WaitOptions): Promise<Mockup>
  /** Gives the order up; its credit comes back. @throws ConflictError (`already_begun`), NotFoundError */
  cancel(options?: CallOptions): Promise<void>
}

export type Presentation = { preset?: ShopPreset; format?: FileFormat }

export type Mockups = {
  /** What these orders (20 at most) would cost if they were sent now, and how each would be refused; orders nothing. */
  quote(orders: readonly Order[], options?: CallOptions): Promise<Quote>
  /**
   * Orders a mockup for one credit, and answers before it is made. A repeat under the same key costs nothing, and every
   * order has a key: a call that is lost on the way is made again and never paid twice.
   * @throws ValidationError, InsufficientCreditsError, NotFoundError, RateLimitError, UnavailableError
   */
  create(order: Order, options?: CallOptions): Promise<MockupOrder>
  /** The same on a scene that is ready: product and side are the scene's. @throws as `create` */
  createOnScene(order: SceneOrder, options?: CallOptions): Promise<MockupOrder>
  /** The order that was sent with a key, perhaps by another process. It is found out when it is waited for. */
  ordered(idempotencyKey: string): Pick<MockupOrder, 'wait'>
  /** Every mockup, newest first. */
  list(options?: ListOptions): AsyncIterable<Mockup>
  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Mockup>
  /** @throws NotFoundError */
  remove(id: string, options?: CallOptions): Promise<void>
  /** The picture as it was made, or as a shop wants it: its shape by `preset`, its file by `format`. */
  download(mockup: string | Pick<Mockup, 'id'>, presentation?: Presentation): Download
  /** Several as a zip. */
  zip(ids: readonly string[], presentation?: Presentation): Download
}

/** The seller's mockups. */
export function mockupsOf(transport: Transport, watch: Watch): Mockups {
  const wait = createWaiter(transport, watch)
  const create = async (
    path: string,
    { idempotency_key: idempotencyKey = newKey(), ...order }: Pick<Order, 'idempotency_key'>,
    options?: CallOptions,
  ): Promise<MockupOrder> => {
    const answer = await transport.json<OrderAnswer>({
      method: 'POST',
      path,
      json: { design_size: 'medium', ...order, wait_seconds: 0 },
      headers: { 'idempotency-key': idempotencyKey },
      isRepeatable: true,
      ...options,
    })
    const generationId = 'generation_id' in answer ? answer.generation_id : null
    return {
      generationId,
      idempotencyKey,
      isAlreadyMade: answer.already_made ?? false,
      wait: async (given) => ('generation_id' in answer ? wait(idempotencyKey, generationId, given) : answer),
      async cancel(given) {
        if (generationId === null)
          throw new NotFoundError('This mockup is made.', { status: 0, body: { code: 'not_found' } })
        await transport.json({ method: 'DELETE', path: `/api/generations/${generationId}`, ...given })
      },
    }
  }

  return {
    quote: (orders, options) =>
      transport.json({
        method: 'POST',
        path: '/api/quote',
        json: { orders: orders.map((order) => ({ design_size: 'medium', ...order })) },
        isRepeatable: true,
        ...options,
      }),
    create: (order, options) => create('/api/generate-mockup', order, options),
    createOnScene: ({ scene_id: id, ...order }, options) => create(`/api/scenes/${id}/mockups`, order, options),
    ordered: (key) => ({ wait: (options) => wait(key, null, options) }),
    list: (options) => rowsOf(transport, '/api/mockups', options),
    async get(id, options) {
      const query = { input: JSON.stringify({ id }) }
      const { result } = await transport.json<{ result: { data: Mockup } }>({
        path: '/api/trpc/mockup.get',
        query,
        ...options,
      })
      return result.data
    },
    remove: async (id, options) =>
      void (await transport.json({ method: 'DELETE', path: `/api/mockups/${id}`, ...options })),
    download(mockup, presentation = {}) {
      const id = typeof mockup === 'string' ? mockup : mockup.id
      return downloadOf(
        transport,
        { path: `/api/mockups/${id}/file`, query: { ...presentation, download: '' } },
        `${id}.jpg`,
      )
    },
    zip: (ids, presentation = {}) =>
      downloadOf(
        transport,
        {
          method: 'POST',
          path: '/api/mockups/download',
          json: { mockupIds: ids, ...presentation },
          isRepeatable: true,
        },
        'mockups.zip',
      ),
  }
}
