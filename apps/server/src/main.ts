import { assertSafeSignIn, parseEnv } from '@printroom/core/env'
import { createContext } from '@printroom/core/boot'
import { listenForGenerations } from '@printroom/core/generation/listener'
import { createLog, logLastWords } from '@printroom/core/log'
import { createApp } from './app.ts'

const env = parseEnv(process.env)
assertSafeSignIn(env)

const log = createLog(env, 'server')
logLastWords(log)
const { context, close } = await createContext(env, log)
const events = listenForGenerations(env.DATABASE_URL, log)
const app = await createApp({ context, events, logger: log })

let isStopping = false
async function stop(signal: string) {
  if (isStopping) return
  isStopping = true
  log.info({ signal }, 'stopping: no new requests, those under way are answered')
  await app.close()
  await events.close()
  await close()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

const address = await app.listen({ host: env.HOST, port: env.PORT })
log.info({ address, node: process.version, data: env.DATA_DIR, verification: env.verification, engine: context.engine.name }, 'server is listening')
