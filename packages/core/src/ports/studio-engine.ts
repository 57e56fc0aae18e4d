import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { findColour } from '@printroom/contract/colours'
import type { Settings } from '@printroom/contract/schemas'
import type { MockupRequest } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import type { ShotRequest } from '@printroom/studio/shot'
import { Piscina } from 'piscina'
import { EngineRefusal } from './engine.ts'
import type { Order, Studio } from './studio.ts'
import type { StudioTask, StudioTasks } from './studio-thread.ts'

const PLATES = join(dirname(createRequire(import.meta.url).resolve('@printroom/studio/package.json')), 'plates')
const THREAD = fileURLToPath(new URL('./studio-thread.mjs', import.meta.url))
/** A picture takes a second or two; one that takes this long hangs. */
const DEADLINE_MS = 120_000

/**
 * The photo studio: our own plates and the seller's own design, composed in threads, so that the process keeps its
 * heartbeat while it works. `threads` of them start when they are first wanted; each keeps some plates in memory.
 */
export async function createStudioEngine(threads: number): Promise<Studio> {
  const studio = await openStudio(PLATES)
  let pool: Piscina<StudioTask> | undefined
  const startPool = () =>
    new Piscina<StudioTask>({
      filename: THREAD,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 300_000,
      workerData: { platesDir: PLATES },
    })

  const work = async <Name extends keyof StudioTasks>(name: Name, given: StudioTasks[Name]['given'], transferList: MessagePort[] = []) => {
    pool ??= startPool()
    return (await pool.run({ name, ...given } as StudioTask, { transferList, signal: AbortSignal.timeout(DEADLINE_MS) })) as StudioTasks[Name]['answer']
  }

  return {
    name: 'studio',
    canMake: (settings) => studio.canRender(shotRequestOf(settings)),

    async make(order, onProgress) {
      const { port1, port2 } = new MessageChannel()
      port1.on('message', onProgress)
      try {
        const result = await work('render', { request: mockupRequestOf(order), progress: port2 }, [port2])
        if (!result.ok) throw new EngineRefusal(REFUSALS[result.reason])
        const { jpeg, thumbnail, shot } = result.mockup
        return { image: Buffer.from(jpeg), thumbnail: Buffer.from(thumbnail), details: { shot } }
      } finally {
        port1.close()
      }
    },

    present: ({ picture, isOurs, ...order }, presentation) => work('present', { finished: { request: mockupRequestOf(order), picture, isOurs }, presentation }),

    judge: (order, picture) => work('judge', { request: mockupRequestOf(order), picture }),
    reprint: async (order, picture, verdict) => buffersOf(await work('reprint', { request: mockupRequestOf(order), picture, verdict })),
    recolour: async (order, before, picture) => buffersOf(await work('recolour', { request: mockupRequestOf(order), before: colourOf(before), picture })),

    close: async () => pool?.close(),
  }
}

/** A buffer that has crossed a thread's border is a plain array of bytes. */
const buffersOf = ({ image, thumbnail }: { image: Uint8Array; thumbnail: Uint8Array }) => ({ image: Buffer.from(image), thumbnail: Buffer.from(thumbnail) })

const mockupRequestOf = ({ settings, seed, design }: Order): MockupRequest => ({
  ...shotRequestOf(settings),
  design,
  colour: colourOf(settings.colour),
  designSize: settings.design_size,
  ordinal: seed,
})

function colourOf(value: string) {
  const colour = findColour(value)
  if (!colour) throw new EngineRefusal('This colour is not in the catalogue any more. Your credit is back.')
  return { hex: colour.hex, heather: colour.isHeather }
}

const REFUSALS = {
  'not-served': 'Mockups of this combination are not available yet. Your credit is back.',
  'unreadable-design': 'The design could not be read any more. Your credit is back.',
} as const

const shotRequestOf = (settings: Settings): ShotRequest => ({
  product: settings.product,
  baseModel: settings.product_model,
  style: settings.model_style,
  background: settings.background,
  gender: settings.model_gender,
})
