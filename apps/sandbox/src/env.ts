export type SandboxEnv = { port: number; host: string }

/** Reads the environment once. The sandbox takes payments for nothing, so it never starts in production. */
export function readEnv(env: NodeJS.ProcessEnv = process.env): SandboxEnv {
  if (env.NODE_ENV === 'production') {
    throw new Error('The sandbox stands in for Stripe, Replicate and Google in development and never runs in production.')
  }
  const port = Number(env.SANDBOX_PORT ?? 3001)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`SANDBOX_PORT must be a number from 0 to 65535, not "${env.SANDBOX_PORT}".`)
  }
  return { port, host: env.HOST || '127.0.0.1' }
}
