import { batchesOf, type Batches } from './batches.ts'
import { downloadOf, type Download } from './files.ts'
import { designsOf, type Designs } from './designs.ts'
import { mockupsOf, type Mockups } from './mockups.ts'
import type { Procedures } from './procedures.ts'
import { scenesOf, type Scenes } from './scenes.ts'
import { createTransport, type CallOptions, type ClientOptions } from './transport.ts'
import { trpcOf } from './trpc.ts'
import { createWatch } from './watch.ts'
import type { Account, Catalogue, CreditLine } from './wire.ts'

export type { BatchOrder, BatchPictures, BatchWait, Batches } from './batches.ts'
export type { Designs } from './designs.ts'
export type { Download, FileSource } from './files.ts'
export type { MockupOrder, Mockups, Presentation } from './mockups.ts'
export type { Choices, Order, SceneOrder } from './order.ts'
export type { ListOptions } from './pages.ts'
export type { Procedures } from './procedures.ts'
export type { RetryOptions } from './retry.ts'
export type { Scenes } from './scenes.ts'
export type { CallOptions, ClientOptions } from './transport.ts'
export type { Progress, WaitOptions } from './wait.ts'
export type * from './wire.ts'
export * from './errors.ts'

export type Colour = Catalogue['colours'][number]

export type Credits = {
  /** What is left: in all, of the plan's and of top-ups. */
  balance(options?: CallOptions): Promise<{ total: number; plan: number; topup: number }>
  /** Every credit as it came and went, newest first. */
  statement(options?: CallOptions): AsyncIterable<CreditLine>
  /** The same as a CSV. */
  csv(): Download
}

/** Printroom for a program. */
export type Printroom = {
  designs: Designs
  mockups: Mockups
  batches: Batches
  scenes: Scenes
  credits: Credits
  /** Who the key speaks for. @throws AuthenticationError */
  account(options?: CallOptions): Promise<Account>
  /** What can be made: the same for everybody, and asked for once. */
  catalogue(options?: CallOptions): Promise<Catalogue>
  /** The colours of a product, in one of its base models or in any; without a product all there are. @throws TypeError */
  colours(of?: { product?: string; base_model?: string }, options?: CallOptions): Promise<Colour[]>
  /** Every procedure of the server, typed. */
  trpc: Procedures
}

/**
 * A client of a Printroom server. It opens nothing until it is asked for something.
 * @throws TypeError where `url` is no address
 */
export function createClient(options: ClientOptions): Printroom {
  const transport = createTransport(options)
  const watch = createWatch(transport)
  const trpc = trpcOf(transport)
  const account = (given?: CallOptions) => transport.json<Account>({ path: '/api/user', ...given })
  let known: Catalogue | undefined
  const catalogue = async (given?: CallOptions) => (known ??= await trpc.catalogue.get.query(undefined, given))

  return {
    designs: designsOf(transport),
    mockups: mockupsOf(transport, watch),
    batches: batchesOf(transport, watch),
    scenes: scenesOf(transport),
    credits: {
      async balance(given) {
        const { credits: total, plan_credits: plan, topup_credits: topup } = await account(given)
        return { total, plan, topup }
      },
      async *statement(given) {
        for (let cursor: number | null | undefined; cursor !== null;) {
          const page = await trpc.user.statement.query({ cursor, limit: 100 }, given)
          yield* page.lines
          cursor = page.next
        }
      },
      csv: () => downloadOf(transport, { path: '/api/credits/statement.csv' }, 'printroom-credits.csv'),
    },
    account,
    catalogue,
    async colours({ product, base_model: model } = {}, given) {
      const { products, colours } = await catalogue(given)
      if (product === undefined) return colours
      const found = products.find(({ id }) => id === product)
      if (!found)
        throw new TypeError(`There is no product "${product}"; there are ${products.map(({ id }) => id).join(', ')}.`)
      const models = found.base_models.filter(({ id }) => model === undefined || id === model)
      const offered = new Set([...found.colours, ...models.flatMap((each) => each.colours)])
      return colours.filter(({ id }) => offered.has(id))
    },
    trpc,
  }
}
