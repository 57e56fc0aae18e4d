import { join } from 'node:path'
import { createContext } from './context.ts'
import type { Log, WorkerContext } from '../context.ts'
import type { Env } from '../env.ts'
import { createDecoder } from '../adapters/decoder/decoder.ts'
import { createMeasurer } from '../adapters/measurer/measurer.ts'
import { createPlateCache } from '../adapters/plates/scene-plates.ts'
import { createEngine } from './engine.ts'

/** The same with the parts that read and make pictures. */
export async function createWorkerContext(
  env: Env,
  log: Log,
): Promise<{ context: WorkerContext; close: () => Promise<void> }> {
  const { context, close } = await createContext(env, log)
  const engine = createEngine(env, context.engine, log)
  // Behind a test suite on two cores they would get a hundredth of one.
  const priority = env.NODE_ENV === 'test' ? { nice: 0 } : {}
  const decoder = createDecoder(log, priority)
  const measurer = createMeasurer(log, priority)
  const plates = createPlateCache(context.storage, join(env.DATA_DIR, 'scene-plates'))
  return {
    context: { ...context, engine, decoder, measurer, plates },
    async close() {
      await Promise.all([engine.close(), decoder.close(), measurer.close()])
      await close()
    },
  }
}
