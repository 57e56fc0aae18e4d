import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import { findColour } from '@printroom/contract/colours'
import type { Settings } from '@printroom/contract/schemas'
import { openStudio } from '@printroom/imaging/studio'
import type { ShotRequest } from '@printroom/studio/shot'
import { Piscina } from 'piscina'
import { EngineRefusal, type Engine } from './engine.ts'
import type { StudioResult, StudioTask } from './studio-thread.ts'

const PLATES = join(dirname(createRequire(import.meta.url).resolve('@printroom/studio/package.json')), 'plates')
const THREAD = fileURLToPath(new URL('./studio-thread.mjs', import.meta.url))
/** A picture takes a second or two; one that takes this long hangs. */
const DEADLINE_MS = 120_000

/**
 * The photo studio: our own plates and the seller's own design, composed in threads, so that the process keeps its
 * heartbeat while it works. `threads` of them start when they are first wanted; each keeps some plates in memory.
 */
export async function createStudioEngine(threads: number): Promise<Engine> {
  const studio = await openStudio(PLATES)
  let pool: Piscina<StudioTask, StudioResult> | undefined
  const startPool = () =>
    new Piscina<StudioTask, StudioResult>({
      filename: THREAD,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 300_000,
      workerData: { platesDir: PLATES },
    })

  return {
    name: 'studio',
    canMake: (settings) => studio.canRender(shotRequestOf(settings)),

    async make({ settings, seed, design }, onProgress) {
      pool ??= startPool()
      const colour = findColour(settings.colour)
      if (!colour) throw new EngineRefusal('This colour is not in the catalogue any more. Your credit is back.')
      const { port1, port2 } = new MessageChannel()
      port1.on('message', onProgress)
      try {
        const result = await pool.run(
          {
            request: {
              ...shotRequestOf(settings),
              design,
              colour: { hex: colour.hex, heather: colour.isHeather },
              designSize: settings.design_size,
              ordinal: seed,
            },
            progress: port2,
          },
          { transferList: [port2], signal: AbortSignal.timeout(DEADLINE_MS) },
        )
        if (!result.ok) throw new EngineRefusal(REFUSALS[result.reason])
        const { jpeg, thumbnail, shot } = result.mockup
        return { image: Buffer.from(jpeg), thumbnail: Buffer.from(thumbnail), details: { shot } }
      } finally {
        port1.close()
      }
    },

    close: async () => pool?.close(),
  }
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
