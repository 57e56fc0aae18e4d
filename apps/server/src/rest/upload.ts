import {
  SCENE_MASK_MAX_BYTES,
  SCENE_PSD_MAX_BYTES,
  UPLOADS_AT_ONCE,
  UPLOAD_MAX_BYTES,
  UPLOAD_MAX_FIELDS,
} from '@printroom/contract/limits'
import { SCENE } from '@printroom/contract/scenes'
import { AppError } from '@printroom/core/errors'
import { createTurnsByKey } from '@printroom/core/limits/turns'
import type { FastifyRequest } from 'fastify'
import { callWith } from './call.ts'
import type { Route } from './route.ts'

/** A form with one file in a field of this name, what is said where it is missing, and the fields beside it that are read. */
type Form = { field: string; choose: string; beside: readonly string[]; bytes: number; tooLarge?: string }
type Upload = { filename: string; bytes: Buffer } & Record<string, unknown>

const DESIGN_FORM: Form = { field: 'design', choose: 'Choose a PNG file', beside: ['userId'], bytes: UPLOAD_MAX_BYTES }
const SCENE_FORM: Form = {
  field: 'photograph',
  choose: 'Choose a photograph',
  beside: ['product', 'side'],
  bytes: SCENE_PSD_MAX_BYTES,
  tooLarge: SCENE.psdTooLarge,
}
const MASK_FORM: Form = { field: 'mask', choose: 'Choose a mask', beside: [], bytes: SCENE_MASK_MAX_BYTES }

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
    const { filename, bytes, userId } = await within(timeouts.upload, readUpload(request, DESIGN_FORM))
    return callWith(caller.design.create, { filename, bytes, user_id: userId })
  })
  return reply.status(201).send(design)
}

/** Photographs are larger: of one account one is in memory at a time. */
const photographInTurn = createTurnsByKey(1)

/** POST /api/scenes: multipart with `photograph` (file: a photograph, or a layered PSD), `product` and `side`. */
export const receivePhotograph: Route['handle'] = async (caller, request, reply, { context, timeouts }) => {
  await caller.scene.admit()
  const scene = await photographInTurn(context.session?.userId ?? '', async () => {
    if (context.aborted.aborted) throw new AppError('upload_timeout')
    return callWith(caller.scene.create, await within(timeouts.photograph, readUpload(request, SCENE_FORM)))
  })
  return reply.status(201).send(scene)
}

/** POST /api/scenes/{id}/mask: multipart with `mask`. */
export const receiveMask: Route['handle'] = async (caller, request, reply, { timeouts }) => {
  await caller.scene.admitMask()
  const { bytes } = await within(timeouts.photograph, readUpload(request, MASK_FORM))
  return reply.send(await callWith(caller.scene.sendMask, { ...(request.params as object), bytes }))
}

const brokenForm = (field: string) =>
  `This form is broken or was cut short. Send it as multipart/form-data, with the file in the field "${field}".`

/** What the parser refuses a form for, by its code. Whatever else it says is that the form is broken. */
const REFUSALS: Record<string, (form: Form) => AppError> = {
  FST_REQ_FILE_TOO_LARGE: ({ tooLarge }) => new AppError('too_large', tooLarge ? { error: tooLarge } : {}),
  FST_FILES_LIMIT: ({ field }) => formError('Send one file at a time.', field),
  FST_FIELDS_LIMIT: () => formError(`This form has too many fields: ${UPLOAD_MAX_FIELDS} at most beside the file.`),
  FST_PARTS_LIMIT: () => formError(`This form has too many fields: ${UPLOAD_MAX_FIELDS} at most beside the file.`),
}

const formError = (error: string, field = 'body'): AppError =>
  new AppError('bad_input', { error, fields: { [field]: error } })

async function readUpload(request: FastifyRequest, form: Form): Promise<Upload> {
  const { field, choose } = form
  if (!request.isMultipart())
    throw new AppError('bad_input', { error: `Send the file as multipart/form-data in the field "${field}".` })
  const { file, fields } = await readForm(request, form).catch((error: { code?: string }) => {
    throw error instanceof AppError ? error : (REFUSALS[error.code ?? '']?.(form) ?? formError(brokenForm(field)))
  })
  if (!file)
    throw new AppError('bad_input', {
      error: `The field "${field}" with the file is missing.`,
      fields: { [field]: choose },
    })
  return { ...fields, ...file }
}

type Read = { file?: { filename: string; bytes: Buffer }; fields: Record<string, string> }

async function readForm(request: FastifyRequest, { field, beside, bytes: fileSize }: Form): Promise<Read> {
  const read: Read = { fields: {} }
  for await (const part of request.parts({ limits: { fileSize } })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      if (part.fieldname === field) read.file = { filename: part.filename, bytes }
    } else if (part.valueTruncated) {
      throw formError('This field is too long.', part.fieldname)
    } else if (beside.includes(part.fieldname)) {
      read.fields[part.fieldname] = String(part.value)
    }
  }
  return read
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
