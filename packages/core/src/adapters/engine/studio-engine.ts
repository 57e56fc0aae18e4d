import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { MockupRequest } from '@printroom/imaging/mockup'
import { createSharedCache } from '@printroom/imaging/shared-cache'
import { Piscina } from 'piscina'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { type EngineFacts, EngineRefusal } from '../../domain/generation/engine.ts'
import { toProductColour, toStudioChoices } from '../../domain/generation/render-settings.ts'
import type { Order, Studio } from '../../domain/generation/studio.ts'
import type { StudioTask, StudioTasks } from './studio-thread.ts'

const THREAD = fileURLToPath(new URL('./studio-thread.mjs', import.meta.url))
/** A picture takes a second or two; one that takes this long hangs. */
const DEADLINE_MS = 120_000
/** A thread holds some 120 MB and takes a second to start: one stays for the next picture, the others go after this long. */
const IDLE_MS = 30_000
/** A thread's short-lived objects. What is large lies outside of the heap; by default each thread would keep 48 MB for them. */
const YOUNG_MB = 8

/**
 * The photo studio: our own plates and the seller's own design, composed in threads, so that the process keeps its
 * heartbeat while it works. `threads` of them start when they are first wanted; what they decode of plates all of them use,
 * and the `cacheBytes` used last stay in memory.
 */
export function createStudioEngine(
  { canMake, identityOf }: Pick<EngineFacts, 'canMake' | 'identityOf'>,
  { threads, cacheBytes }: { threads: number; cacheBytes: number },
): Studio {
  let pool: Piscina<StudioTask> | undefined
  const plates = createSharedCache(cacheBytes)
  const startPool = () =>
    new Piscina<StudioTask>({
      filename: THREAD,
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      workerData: { productsDir: PRODUCTS_FOLDER },
    })

  const work = async <Name extends keyof StudioTasks>(
    name: Name,
    given: StudioTasks[Name]['given'] & Pick<StudioTask, 'folder'>,
    transferList: MessagePort[] = [],
  ) => {
    pool ??= startPool()
    const { port1, port2 } = new MessageChannel()
    plates.answer(port1)
    try {
      return (await pool.run({ name, plates: port2, ...given } as StudioTask, {
        transferList: [port2, ...transferList],
        signal: AbortSignal.timeout(DEADLINE_MS),
      })) as StudioTasks[Name]['answer']
    } finally {
      port1.close()
    }
  }

  return {
    name: 'studio',
    canMake,
    identityOf,

    async make(order, onProgress) {
      const { port1, port2 } = new MessageChannel()
      port1.on('message', onProgress)
      try {
        const result = await work('render', { ...requestOf(order), progress: port2 }, [port2])
        if (!result.ok) throw new EngineRefusal(REFUSALS[result.reason])
        const { jpeg, thumbnail, card, shot } = result.mockup
        return { ...buffersOf({ image: jpeg, thumbnail, card }), details: { shot } }
      } finally {
        port1.close()
      }
    },

    export: ({ picture, isOurs, ...order }, format) =>
      work('export', { finished: { request: mockupRequestOf(order), picture, isOurs }, folder: order.plates, format }),

    checkFidelity: (order, picture) => work('checkFidelity', { ...requestOf(order), picture }),
    overlayPrint: async (order, picture, verdict) =>
      buffersOf(await work('overlayPrint', { ...requestOf(order), picture, verdict })),
    recolour: async (order, before, picture) =>
      buffersOf(
        await work('recolour', {
          ...requestOf(order),
          before: toProductColour(before) ?? refuseColour(),
          picture,
        }),
      ),

    close: async () => pool?.close(),
  }
}

/** A buffer that has crossed a thread's border is a plain array of bytes. */
const buffersOf = ({ image, thumbnail, card }: Record<'image' | 'thumbnail' | 'card', Uint8Array>) => ({
  image: Buffer.from(image),
  thumbnail: Buffer.from(thumbnail),
  card: Buffer.from(card),
})

/** `folder`: where the plate lies, if it is a seller's own. */
const requestOf = (order: Order) => ({ request: mockupRequestOf(order), folder: order.plates })

const mockupRequestOf = ({ settings, ordinal, design }: Order): MockupRequest => ({
  ...(toStudioChoices(settings) ?? refuseColour()),
  design,
  ordinal,
})

function refuseColour(): never {
  throw new EngineRefusal('This colour is not in the catalogue any more. Your credit is back.')
}

const REFUSALS = {
  'not-served': 'Mockups of this combination are not available yet. Your credit is back.',
  'unreadable-design': 'The design could not be read any more. Your credit is back.',
} as const
