import { createApp } from './app.ts'
import { readEnv } from './env.ts'

try {
  const { port, host, stripe } = readEnv()
  const app = createApp({ stripe })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
  console.log(`sandbox, for development only: ${await app.listen({ port, host })}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
