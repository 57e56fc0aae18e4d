import { randomBytes } from 'node:crypto'
import { type Format, FORMATS, shapeOf } from '@printroom/contract/presets'
import type { WorkerContext } from '../../context.ts'
import { readPrintCopy } from '../designs/print-copy.ts'
import type { ExportedFile } from '../generation/engine.ts'
import { fromColumns } from '../generation/render-settings.ts'
import { StorageMissing } from '../files/storage.ts'
import { storeOwned } from '../files/owned-files.ts'
import { begin, end, holdAccount } from '../../jobs/steps.ts'
import { scenePlates } from '../scenes/plates.ts'
import { EXPORTABLE, type Exportable, isOurs } from './export-options.ts'

/**
 * Makes one mockup's picture as a shop wants it, stores it and tells those who wait. Of two attempts the second keeps
 * nothing.
 * @throws Error when the attempt failed and the job should be tried again; on the last try the export ends instead
 */
export async function makeExport(context: WorkerContext, id: string, isLastTry: boolean): Promise<void> {
  const { db, log } = context
  if (!(await begin(db, 'mockup_exports', id))) return
  const wanted = await db.mockupExport.findUnique({ where: { id }, include: { mockup: { include: EXPORTABLE } } })
  if (!wanted) return
  const { preset } = wanted
  const format = wanted.format as Format
  const startedAt = Date.now()
  try {
    const exported = await exportPicture(context, wanted.userId, wanted.mockup, preset, format)
    await keep(context, { id, userId: wanted.userId, format }, exported)
    log.info({ export: id, preset, format, ms: Date.now() - startedAt }, 'an export is done')
  } catch (error) {
    const isMissing = error instanceof StorageMissing
    log.error({ err: error, export: id, isLastTry }, 'an attempt at an export failed')
    if (!isMissing && !isLastTry) throw error
    await failExport(context, id, isMissing ? 'not_found' : 'internal', String(error))
  }
}

/** Ends an export that will not be made. */
export async function failExport(
  { db }: Pick<WorkerContext, 'db'>,
  id: string,
  errorCode: 'not_found' | 'internal',
  detail: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (await end(tx, 'mockup_exports', id, 'failed'))
      await tx.mockupExport.update({ where: { id }, data: { errorCode, errorDetail: detail.slice(0, 2000) } })
  })
}

async function exportPicture(
  context: WorkerContext,
  userId: string,
  mockup: Exportable,
  preset: string,
  format: Format,
): Promise<ExportedFile> {
  const { width, height, crop } = shapeOf(preset)
  const picture = await context.storage.get(mockup.fileKey)
  // Without its design it is cut from its own picture, as one whose design was deleted.
  const design =
    mockup.design && isOurs(mockup)
      ? await readPrintCopy(context, mockup.design).catch(crop === 'whole' ? unlessMissing : raise)
      : null
  const settings = fromColumns(mockup)
  const plates = settings.scene && design ? await scenePlates(context, userId, settings.scene) : null
  const finished = {
    settings,
    ordinal: mockup.generation?.seed ?? 0,
    design: design ?? new Uint8Array(),
    picture,
    isOurs: design !== null && (plates !== null || !settings.scene),
    ...(plates !== null && { plates }),
  }
  return context.engine.export(finished, { width, height, crop, format })
}

const raise = (error: unknown): never => {
  throw error
}

const unlessMissing = (error: unknown): null => (error instanceof StorageMissing ? null : raise(error))

async function keep(
  context: WorkerContext,
  { id, userId, format }: { id: string; userId: string; format: Format },
  { file, isComposed }: ExportedFile,
): Promise<void> {
  const { ending, type } = FORMATS[format]
  const fileKey = `export-${randomBytes(16).toString('hex')}.${ending}`
  await storeOwned(context, [{ key: fileKey, bytes: file, contentType: type }], async (tx) => {
    if (!(await holdAccount(tx, userId)) || !(await end(tx, 'mockup_exports', id, 'done'))) return null
    return tx.mockupExport.update({ where: { id }, data: { fileKey, isComposed } })
  })
}
