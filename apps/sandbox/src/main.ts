import { createApp } from './app.ts'
import { createOutbox } from './mail/outbox.ts'
import { readEnv } from './env.ts'

try {
  const { port, host, smtpPort, outboxFolder, stripe } = readEnv()
  const outbox = createOutbox(outboxFolder, ({ to, subject, text }) =>
    console.log(`mail to ${to}: ${subject}\n${text}`),
  )
  const app = createApp({ outbox, stripe })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    // Not to wait until whoever keeps a connection for the next mail hangs up too.
    process.once(signal, () => void Promise.all([app.close(), outbox.close()]).finally(() => process.exit()))
  console.log(`sandbox, mail that reaches nobody: smtp://${host}:${await outbox.listen(smtpPort, host)}`)
  console.log(`sandbox, for development only: ${await app.listen({ port, host })}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
