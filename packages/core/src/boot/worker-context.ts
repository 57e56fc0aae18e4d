import { createContext } from './context.ts'
import type { Log, WorkerContext } from '../context.ts'
import type { Env } from '../env.ts'
import { createDecoder } from '../adapters/decoder/decoder.ts'
import { createEngine } from './engine.ts'

/** The same with the parts that read and make pictures. */
export async function createWorkerContext(
  env: Env,
  log: Log,
): Promise<{ context: WorkerContext; close: () => Promise<void> }> {
  const { context, close } = await createContext(env, log)
  const engine = createEngine(env, context.engine, log)
  const decoder = createDecoder(log)
  return {
    context: { ...context, engine, decoder },
    async close() {
      await Promise.all([engine.close(), decoder.close()])
      await close()
    },
  }
}
