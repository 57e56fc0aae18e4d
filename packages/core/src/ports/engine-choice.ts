import type { Log } from '../context.ts'
import type { Env } from '../env.ts'
import { listenForGenerations, type Events } from '../generation/listener.ts'
import type { Engine } from './engine.ts'
import { createReplicateClient } from './replicate-client.ts'
import { createReplicateEngine } from './replicate-engine.ts'
import { EDIT_MODELS } from './replicate-models.ts'
import { createStudioEngine } from './studio-engine.ts'

/** Replicate's address and token: the real one's, or the sandbox's where there is no token. */
export const replicateClientOf = ({ REPLICATE_API_TOKEN: token, SANDBOX_URL: sandbox }: Env) =>
  token ? createReplicateClient(token) : createReplicateClient('sandbox', `${sandbox}/replicate/v1`)

/** The engine that the environment asks for: the studio, or a hosted model that is given the studio's picture. */
export async function createEngine(env: Env, log: Log): Promise<Engine> {
  const studio = await createStudioEngine(env.WORKER_CONCURRENCY)
  if (env.engine === 'studio') return studio
  // Only a process that makes pictures listens, from its first one on.
  let events: Events | undefined
  const engine = createReplicateEngine({
    studio,
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
  return {
    ...engine,
    async close() {
      await events?.close()
      await engine.close()
    },
  }
}
