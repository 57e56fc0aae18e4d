import { parseEnv } from '@printroom/core/env'
import { createContext } from '@printroom/core/boot/context'
import { listenForGenerations } from '@printroom/core/adapters/events/listener'
import { createLog, logLastWords } from '@printroom/core/logging/log'
import { assertSafeStart } from '@printroom/core/boot/safe-start'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from './app.ts'
import { closeServer, createShutdown } from './http/shutdown.ts'

const env = parseEnv(process.env)
assertSafeStart(env)

const log = createLog(env, 'server')
logLastWords(log)
const { context, close } = await createContext(env, log)
const events = listenForGenerations(env.DATABASE_URL, log)
const shutdown = createShutdown()
const app = await createApp({ context, events, logger: log, shutdown })

let isStopping = false
async function stop(signal: string) {
  if (isStopping) return
  isStopping = true
  log.info({ signal, seconds: env.drainSeconds }, 'draining: requests are answered, and /readyz asks for no more')
  shutdown.drain()
  await pause(env.drainSeconds * 1000)
  log.info({}, 'stopping: no new requests, those under way are answered')
  shutdown.end()
  await closeServer(app)
  await events.close()
  await close()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

const address = await app.listen({ host: env.HOST, port: env.PORT })
log.info(
  { address, node: process.version, data: env.DATA_DIR, verification: env.verification, engine: context.engine.name },
  'server is listening',
)
