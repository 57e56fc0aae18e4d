import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '@printroom/core/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const YEAR_SECONDS = 365 * 24 * 3600

/** The built browser client: hashed assets for a year, and for every other path its one page, which routes itself. */
export async function registerWeb(app: FastifyInstance, webDist: string | undefined): Promise<void> {
  const root = resolve(webDist ?? BUILT)
  const isBuilt = existsSync(join(root, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) =>
        void reply.header('cache-control', path.includes(`${join(root, 'assets')}`) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache'),
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = isBuilt && (request.method === 'GET' || request.method === 'HEAD') && !request.url.startsWith('/api/')
    if (!isPage) throw new AppError('not_found')
    return reply.sendFile('index.html')
  })
}
