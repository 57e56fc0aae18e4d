import { join } from 'node:path'
import type { StripeOptions } from './stripe/plugin.ts'

export type SandboxEnv = {
  port: number
  host: string
  smtpPort: number
  outboxFolder: string | undefined
  stripe: StripeOptions
}

/** Reads the environment once. The sandbox takes payments for nothing, so it never starts in production. */
export function readEnv(env: NodeJS.ProcessEnv = process.env): SandboxEnv {
  if (env.NODE_ENV === 'production') {
    throw new Error(
      'The sandbox stands in for Stripe, Replicate and Google in development and never runs in production.',
    )
  }
  const port = portOf('SANDBOX_PORT', env.SANDBOX_PORT, 3001)
  const { STRIPE_WEBHOOK_URL: url, STRIPE_WEBHOOK_SECRET: secret, DATA_DIR: dataDir } = env
  return {
    port,
    host: env.HOST || '127.0.0.1',
    smtpPort: portOf('SANDBOX_SMTP_PORT', env.SANDBOX_SMTP_PORT, port && port + 1),
    outboxFolder: dataDir && join(dataDir, 'sandbox', 'outbox'),
    stripe: {
      file: dataDir && join(dataDir, 'sandbox', 'stripe.json'),
      endpoint: url && secret ? { url, secret } : undefined,
    },
  }
}

function portOf(name: string, text: string | undefined, fallback: number): number {
  const port = Number(text ?? fallback)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} must be a number from 0 to 65535, not "${text}".`)
}
