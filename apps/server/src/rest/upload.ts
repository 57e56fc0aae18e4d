import { UPLOAD_TIMEOUT_MS } from '@printroom/contract/limits'
import { AppError } from '@printroom/core/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { appRouter } from '../app-router.ts'
import type { Gate } from '../http/gate.ts'

type Upload = { filename: string; bytes: Buffer; user_id?: string }

/** POST /api/designs: multipart with `design` (file) and `userId`; 30 seconds and 10 MB at most, cut while it is read. */
export function registerUpload(app: FastifyInstance, gate: Gate): void {
  app.post('/api/designs', async (request, reply) => {
    const caller = appRouter.createCaller(await gate(request, reply))
    await caller.design.admit()
    const upload = await within(UPLOAD_TIMEOUT_MS, request, readUpload(request))
    return reply.status(201).send(await caller.design.create(upload))
  })
}

async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('bad_input', { error: 'Send the file as multipart/form-data in the field "design".' })
  let file: { filename: string; bytes: Buffer } | undefined
  let userId: string | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.fieldname === 'design') file = { filename: part.filename, bytes }
    } else if (part.fieldname === 'userId') {
      userId = String(part.value)
    }
  }
  if (!file) throw new AppError('bad_input', { error: 'The field "design" with the file is missing.', fields: { design: 'Choose a PNG file' } })
  return { ...file, user_id: userId }
}

/** @throws AppError upload_timeout when the bytes do not come in time; the connection is cut then */
async function within<T>(ms: number, request: FastifyRequest, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new AppError('upload_timeout'))
      setImmediate(() => request.raw.destroy())
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
