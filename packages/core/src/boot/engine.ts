import type { Log } from '../context.ts'
import type { Env } from '../env.ts'
import { listenForGenerations } from '../adapters/events/listener.ts'
import type { Events } from '../domain/generation/events.ts'
import type { Engine, EngineFacts } from '../domain/generation/engine.ts'
import { createModelEngine } from '../domain/generation/model-engine.ts'
import { replicateClientOf } from '../adapters/engine/replicate-client.ts'
import { createReplicateModel } from '../adapters/engine/replicate-model.ts'
import { EDIT_MODELS } from '../adapters/engine/replicate-models.ts'
import { createStudioEngine } from '../adapters/engine/studio-engine.ts'

/** The engine that the environment asks for: the studio, or a hosted model that is given the studio's picture. */
export function createEngine(env: Env, facts: EngineFacts, log: Log): Engine {
  const studio = createStudioEngine(facts, {
    threads: env.WORKER_CONCURRENCY,
    cacheBytes: env.PLATE_CACHE_MB * 1_000_000,
  })
  if (env.engine === 'studio') return studio
  // Only a process that makes pictures listens, from its first one on.
  let events: Events | undefined
  const model = createReplicateModel({
    client: replicateClientOf(env),
    model: EDIT_MODELS[env.REPLICATE_MODEL],
    deadlineMs: env.REPLICATE_DEADLINE_SECONDS * 1000,
    webhookUrl: env.PUBLIC_URL ? `${env.PUBLIC_URL.replace(/\/$/, '')}/api/webhooks/replicate` : null,
    onNews(generationId, listener) {
      events ??= listenForGenerations(env.DATABASE_URL, log)
      return events.subscribe((event) => {
        if (!event || event.id === generationId) listener()
      })
    },
  })
  const engine = createModelEngine(studio, model)
  return {
    ...engine,
    async close() {
      await events?.close()
      await engine.close()
    },
  }
}
