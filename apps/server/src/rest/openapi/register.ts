import type { FastifyInstance } from 'fastify'
import { build, sendBuilt, type Built } from '../../http/built.ts'
import { buildDocument } from './document.ts'

let built: Built | undefined

/** `GET /api/openapi.json`: what there is to call, for programs that read it. Built once a process, when it is first asked for. */
export function registerDocument(app: FastifyInstance): void {
  app.get('/api/openapi.json', (request, reply) => {
    built ??= build('application/json; charset=utf-8', JSON.stringify(buildDocument()))
    return sendBuilt(request, reply, built, 'public, max-age=300')
  })
}
