import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '@printroom/core/env'
import type { FastifyInstance } from 'fastify'
import { build, sendBuilt, type Built } from '../http/built.ts'
import { renderPage } from './page.ts'

const BUILT_CLIENT = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const SCRIPT = new URL('../../public/api-reference.js', import.meta.url)

/** `GET /docs/api`: guides and reference for people, and its script. Built once, when they are first asked for. */
export function registerDocs(app: FastifyInstance, { WEB_DIST }: Env): void {
  let page: Built | undefined
  app.get('/docs/api', (request, reply) => {
    page ??= build('text/html; charset=utf-8', renderPage(join(resolve(WEB_DIST ?? BUILT_CLIENT), 'assets')))
    return sendBuilt(request, reply, page, 'no-cache')
  })
  let script: Built | undefined
  app.get('/docs/api.js', (request, reply) => {
    script ??= build('text/javascript; charset=utf-8', readFileSync(SCRIPT, 'utf8'))
    return sendBuilt(request, reply, script, 'no-cache')
  })
}
