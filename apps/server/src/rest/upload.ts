import { UPLOADS_AT_ONCE, UPLOAD_MAX_FIELDS } from '@printroom/contract/limits'
import { AppError } from '@printroom/core/errors'
import { createTurnsByKey } from '@printroom/core/limits/turns'
import type { FastifyRequest } from 'fastify'
import type { Route } from './route.ts'

type Upload = { filename: string; bytes: Buffer; user_id?: string }

/**
 * An upload's bytes are in memory until its design is made: of one account so many are, and what else it sends stays in the
 * network until its turn.
 */
export const uploadInTurn = createTurnsByKey(UPLOADS_AT_ONCE)

/** POST /api/designs: multipart with `design` (file) and `userId`; 30 seconds and 10 MB at most, cut while it is read. */
export const receive: Route['handle'] = async (caller, request, reply, { context, timeouts }) => {
  await caller.design.admit()
  const design = await uploadInTurn(context.session?.userId ?? '', async () => {
    if (context.aborted.aborted) throw new AppError('upload_timeout') // of who went away while they waited nothing comes any more
    return caller.design.create(await within(timeouts.upload, readUpload(request)))
  })
  return reply.status(201).send(design)
}

const BROKEN_FORM =
  'This form is broken or was cut short. Send it as multipart/form-data, with the file in the field "design".'

/** What the parser refuses a form for, by its code. Whatever else it says is that the form is broken. */
const REFUSALS: Record<string, () => AppError> = {
  FST_REQ_FILE_TOO_LARGE: () => new AppError('too_large'),
  FST_FILES_LIMIT: () => formError('Send one file at a time.', 'design'),
  FST_FIELDS_LIMIT: () => formError(`This form has too many fields: ${UPLOAD_MAX_FIELDS} at most beside the file.`),
  FST_PARTS_LIMIT: () => formError(`This form has too many fields: ${UPLOAD_MAX_FIELDS} at most beside the file.`),
}

const formError = (error: string, field = 'body'): AppError =>
  new AppError('bad_input', { error, fields: { [field]: error } })

async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart())
    throw new AppError('bad_input', { error: 'Send the file as multipart/form-data in the field "design".' })
  const { design, userId } = await readForm(request).catch((error: { code?: string }) => {
    throw error instanceof AppError ? error : (REFUSALS[error.code ?? '']?.() ?? formError(BROKEN_FORM))
  })
  if (!design)
    throw new AppError('bad_input', {
      error: 'The field "design" with the file is missing.',
      fields: { design: 'Choose a PNG file' },
    })
  return { ...design, user_id: userId }
}

async function readForm(
  request: FastifyRequest,
): Promise<{ design?: { filename: string; bytes: Buffer }; userId?: string }> {
  let design: { filename: string; bytes: Buffer } | undefined
  let userId: string | undefined
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.fieldname === 'design') design = { filename: part.filename, bytes }
    } else if (part.valueTruncated) {
      throw formError('This field is too long.', part.fieldname)
    } else if (part.fieldname === 'userId') {
      userId = String(part.value)
    }
  }
  return { design, userId }
}

/** @throws AppError upload_timeout when the bytes do not come in time; their connection ends with the answer */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('upload_timeout')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
