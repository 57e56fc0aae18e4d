import multipart from '@fastify/multipart'
import { UPLOAD_MAX_BYTES, UPLOAD_MAX_FIELDS } from '@printroom/contract/limits'
import type { FastifyInstance } from 'fastify'
import { appRouter } from '../app-router.ts'
import { type Timeouts, UPLOAD_ROUTE } from '../http/connections.ts'
import type { RequestContextOf } from '../http/request-context.ts'
import { registerDocument } from './openapi/register.ts'
import { ROUTES } from './routes.ts'

/** Every REST path: parse, call the same procedure with the same context, map the result. */
export async function registerRest(
  app: FastifyInstance,
  contextOf: RequestContextOf,
  timeouts: Timeouts,
): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: UPLOAD_MAX_FIELDS, fieldSize: 1000 },
    throwFileSizeLimit: true,
  })
  for (const { method, path, form, handle } of ROUTES)
    app.route({
      method,
      url: path,
      config: form ? UPLOAD_ROUTE : {},
      handler: async (request, reply) => {
        const context = await contextOf(request, reply)
        return handle(appRouter.createCaller(context), request, reply, { context, timeouts })
      },
    })
  registerDocument(app)
}
