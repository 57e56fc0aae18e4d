import multipart from '@fastify/multipart'
import { UPLOAD_MAX_BYTES } from '@printroom/contract/limits'
import type { FastifyInstance } from 'fastify'
import { appRouter } from '../app-router.ts'
import type { Gate } from '../http/gate.ts'
import { registerFiles } from './files.ts'
import { ROUTES } from './routes.ts'
import { registerUpload } from './upload.ts'

/** Every REST path: parse, call the same procedure with the same context, map the result. */
export async function registerRest(app: FastifyInstance, gate: Gate): Promise<void> {
  await app.register(multipart, { limits: { fileSize: UPLOAD_MAX_BYTES, files: 1, fields: 10, fieldSize: 1000 }, throwFileSizeLimit: true })
  for (const { method, path, call } of ROUTES) {
    app.route({
      method,
      url: path,
      async handler(request, reply) {
        const answer = await call(appRouter.createCaller(await gate(request, reply)), request)
        return reply.status(isPending(answer) ? 202 : 200).send(answer)
      },
    })
  }
  registerUpload(app, gate)
  registerFiles(app, gate)
}

/** A generation that takes longer than the wait limit, or a sign-in that waits for the mailed code. */
const isPending = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && ('generation_id' in answer || 'verification_required' in answer)
