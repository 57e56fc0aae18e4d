import { createContext } from '@printroom/core/boot/context'
import { parseEnv } from '@printroom/core/env'
import { listenForGenerations } from '@printroom/core/adapters/events/listener'
import pg from 'pg'
import pino from 'pino'
import { createApp } from '../../src/app.ts'
import type { Recorded } from './bare.ts'

/** What the server sends Postgres for one `GET /api/user` of each of these people, seen where it leaves the process. */
export async function recordStatements(env: Record<string, string>, cookies: string[]): Promise<Recorded[]> {
  const logger = pino({ level: 'silent' })
  const { context, close } = await createContext(parseEnv(env), logger)
  const events = listenForGenerations(context.env.DATABASE_URL, logger)
  const app = await createApp({ context, events, logger })
  const get = (cookie: string) => app.inject({ url: '/api/user', headers: { cookie } })
  const recorded: Recorded[] = []
  const { query } = pg.Client.prototype
  try {
    for (const cookie of cookies) {
      await get(cookie) // what is done once in a while is done now
      const statements: Recorded['statements'] = []
      pg.Client.prototype.query = function (this: pg.Client, ...args: [{ text: string; values?: unknown[] }]) {
        const [{ text, values = [] }] = args
        statements.push({ text, values })
        return Reflect.apply(query, this, args)
      } as typeof query
      const { statusCode, body } = await get(cookie)
      pg.Client.prototype.query = query
      if (statusCode !== 200 || statements.length === 0)
        throw new Error(`GET /api/user was answered ${statusCode} with ${statements.length} statements.`)
      recorded.push({ statements, body })
    }
  } finally {
    pg.Client.prototype.query = query
    await app.close()
    await events.close()
    await close()
  }
  return recorded
}
