import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { APP_PROGRAM } from '@printroom/config/src/app-program.ts'
import type { AppName } from '@printroom/config/src/bundle.mjs'
import { MALLOC } from '@printroom/config/src/worker-malloc.ts'
import { type LocalEnv, ROOT, inherited } from './env.mjs'
import { PROGRAM_IN_DEV, buildApps, restartOnChange } from './restart-on-change.ts'
import { nextFreePort } from './port.ts'
import { say } from './say.mjs'
import { areSmallPlatesMade, makeSmallPlates, serveSmallPlates } from './small-plates.ts'
import { type Program, type Supervised, supervise } from './supervise.ts'

export type Apps = {
  /** Without these nothing works. */
  needed: Supervised[]
  all: () => Supervised[]
  /** What was left for later, so that the start is soon done. */
  finish: () => void
}

/**
 * Starts server and worker, outside production the sandbox, and whatever makes what the build left for later. While somebody
 * works on the code, Vite serves the client at `address` in the server's place and passes on what it does not know, and a
 * process whose sources change is started again.
 */
export async function startApps(
  env: LocalEnv,
  databaseUrl: string,
  address: URL,
  onStart: Program['onStart'],
): Promise<Apps> {
  const serverPort = env.isDev ? await nextFreePort(Number(address.port) + 1, env.host) : Number(address.port)
  const server = new URL(address)
  server.port = String(serverPort)
  const sandboxPort = await nextFreePort(serverPort + 1, '127.0.0.1')
  const smtpPort = await nextFreePort(sandboxPort + 1, '127.0.0.1')
  const platesPort = await nextFreePort(smtpPort + 1, '127.0.0.1')
  const plateServer = areSmallPlatesMade(env.platesDir)
    ? undefined
    : serveSmallPlates(env.platesDir, platesPort, onStart)

  const bundlers = env.isDev ? await buildApps() : undefined
  const app = (name: AppName, own: NodeJS.ProcessEnv = {}): Supervised =>
    supervise({
      name,
      folder: join(ROOT, 'apps', name),
      script: env.isDev ? PROGRAM_IN_DEV : APP_PROGRAM,
      env: { ...inherited, DATA_DIR: env.dataDir, ...own },
      onStart,
    })
  const shared = { DATABASE_URL: databaseUrl, HOST: env.host }
  const web = {
    PORT: server.port,
    WEB_DIST: join(ROOT, 'apps/web/dist'),
    PLATES_DIR: env.platesDir,
    ...(plateServer && { PLATES_URL: `http://127.0.0.1:${platesPort}` }),
  }
  // Both sides of the sandbox's webhooks get the same secret, by whose name production knows it; with a key of Stripe's own, the real one counts.
  const secret = inherited.STRIPE_SECRET_KEY
    ? {}
    : { STRIPE_WEBHOOK_SECRET: `whsec_sandbox_${randomBytes(24).toString('hex')}` }
  const sandbox = {
    SANDBOX_URL: `http://127.0.0.1:${sandboxPort}`,
    SMTP_URL: inherited.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`,
    PUBLIC_URL: inherited.PUBLIC_URL || address.origin,
    ...secret,
  }
  // In production the sandbox refuses to start, and nothing may point at it.
  const needed = env.isProduction
    ? [app('server', { ...shared, ...web }), app('worker', { ...MALLOC, ...shared })]
    : [
        app('server', { ...shared, ...sandbox, ...web }),
        app('worker', { ...MALLOC, ...shared, ...sandbox }),
        app('sandbox', {
          SANDBOX_PORT: String(sandboxPort),
          SANDBOX_SMTP_PORT: String(smtpPort),
          HOST: '127.0.0.1',
          STRIPE_WEBHOOK_URL: `${server.origin}/api/stripe/webhook`,
          ...secret,
        }),
      ]
  if (env.isDev) {
    needed.push(
      supervise({
        name: 'client',
        folder: join(ROOT, 'apps/web'),
        script: ['node_modules/vite/bin/vite.js', '--host', env.host, '--port', address.port, '--strictPort'],
        env: { ...inherited, DATA_DIR: env.dataDir, API_ORIGIN: server.origin },
        onStart,
      }),
    )
    if (bundlers) restartOnChange(needed, bundlers)
    say('local', `client ${address.origin}, server ${server.origin}, sandbox http://127.0.0.1:${sandboxPort}`)
  }
  const all = plateServer ? [...needed, plateServer] : needed
  return {
    needed,
    all: () => all,
    finish: () =>
      void (plateServer && all.push(makeSmallPlates(env.platesDir, onStart, () => void plateServer.stop()))),
  }
}
