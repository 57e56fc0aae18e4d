import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '@printroom/core/env'
import { AppError } from '@printroom/core/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { registerSmallPlates, smallPlatesFolder } from './small-plates.ts'
import { webFolder } from './web-folder.ts'

const YEAR_SECONDS = 365 * 24 * 3600
/** The page of an address that no route of the client has. */
const OTHER = 'other.html'
/** What an address has where the name of its page has a `$`. */
const ID = /(?<=\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** What the build writes and nobody asks for by name: pages have their routes, and compressed files go out in place of the plain ones. */
const INSIDE = /\.(?:html|br|gz)$/

/**
 * The built browser client: hashed assets for a year, and a page for each of its routes, which the build writes as a file
 * each. Any other path is not there: status 404, with the client's page that says so.
 */
export async function registerWeb(app: FastifyInstance, env: Env): Promise<void> {
  const root = webFolder(env)
  const hashed = [join(root, 'assets'), smallPlatesFolder(env)]
  const pages = new Set(existsSync(root) ? readdirSync(root).filter((file) => file.endsWith('.html')) : [])
  const other = pages.delete(OTHER) ? readFileSync(join(root, OTHER)) : null
  const isBuilt = pages.has('index.html')
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root,
      cacheControl: false,
      preCompressed: true,
      allowedPath: (_path, _root, { url }) => pageOf(url) !== null || !INSIDE.test(pathOf(url)),
      setHeaders: (reply, path) =>
        void reply.header(
          'cache-control',
          hashed.some((folder) => path.startsWith(folder)) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        ),
    })
    registerSmallPlates(app, env)
  }

  /** The file of a route's page. The client reads an address without regard to case and to slashes at its end. */
  function pageOf(url: string): string | null {
    const path = pathOf(url).toLowerCase()
    if (path === '/') return 'index.html'
    const name = path.slice(1, path.endsWith('/') ? -1 : undefined)
    if (name === 'index' || name.includes('.')) return null
    const file = `${name.replace(ID, '$').replaceAll('/', '.')}.html`
    return pages.has(file) ? file : null
  }

  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isBuilt || !isRead || /^\/api(?:\/|$)/.test(pathOf(request.url))) throw new AppError('not_found')
    const page = pageOf(request.url)
    if (page) return reply.sendFile(page)
    if (!other) throw new AppError('not_found')
    return reply.status(404).type('text/html; charset=utf-8').send(other)
  })
}

/** The path that was asked for, as the router read it. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
