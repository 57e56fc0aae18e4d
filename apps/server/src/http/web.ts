import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '@printroom/core/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const BUILT = fileURLToPath(new URL('../../../web/dist', import.meta.url))
const YEAR_SECONDS = 365 * 24 * 3600

/** The built browser client: hashed assets for a year, and for every other path its page, or the one for the rest. Each routes itself. */
export async function registerWeb(app: FastifyInstance, webDist: string | undefined): Promise<void> {
  const root = resolve(webDist ?? BUILT)
  const pages = new Set(existsSync(root) ? readdirSync(root).filter((file) => file.endsWith('.html')) : [])
  const isBuilt = pages.has('index.html')
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
    const page = `${request.url.split('?')[0]?.slice(1)}.html`
    return reply.sendFile(pages.has(page) ? page : 'other.html')
  })
}
