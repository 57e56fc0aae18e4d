import { PHOTOGRAPH } from '@printroom/contract/catalogue'
import { fileStem } from '@printroom/contract/naming'
import {
  type Format,
  FORMATS,
  formatRefusal,
  type Preset,
  PRESETS,
  type Shape,
  type ShapeName,
  isStudios,
  shapeOf,
  shapeRefusal,
  usualFormatOf,
} from '@printroom/contract/presets'
import { SCENE } from '@printroom/contract/scenes'
import type { FidelityPath } from '@printroom/contract/wire'
import { PRINTABLE, type Printable } from '../designs/printable.ts'
import { type SettingsColumns, fromColumns } from '../generation/render-settings.ts'
import type { UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openFile, type OpenFile } from '../files/open-file.ts'
import { type Parts, openExport } from './exports.ts'
import { nameTemplateOf, named, numbersOf } from './naming.ts'
import type { MockupRow } from './wire.ts'

/** What to make of a mockup; what is not named is the original, or the kind of file that its preset usually is. */
export type ExportOptions = { preset?: Preset | undefined; format?: Format | undefined }

/** The options with what was not named. */
export const allOf = ({
  preset = 'original',
  format = usualFormatOf(preset),
}: ExportOptions): { preset: Preset; format: Format } => ({ preset, format })

/** A mockup with what it takes to make its picture anew. */
export type Exportable = Pick<MockupRow, 'id' | keyof SettingsColumns | 'folderName' | 'printPath'> & {
  fileKey: string
  design: Printable | null
  generation: { seed: number } | null
}

/** The columns of a `Exportable` beside the mockup's own. */
export const EXPORTABLE = { design: { select: PRINTABLE }, generation: { select: { seed: true } } } as const

/** Why a mockup cannot be had so, as a sentence; null when it can. */
export function refusalOf(mockup: Exportable, options: ExportOptions): string | null {
  const { preset, format } = allOf(options)
  return refusalOfShape(mockup, PRESETS[preset]) ?? formatRefusal(preset, format)
}

/** The same of any shape. */
export function refusalOfShape(mockup: Exportable, shape: Shape): string | null {
  const { product, model_style: style, background } = fromColumns(mockup)
  if (shape.crop !== 'whole' && isSceneGone(mockup)) return SCENE.deletedForShape
  return shapeRefusal(shape, { product, style, background, hasDesign: mockup.design !== null, path: pathOf(mockup) })
}

/** Whether the stored file itself is what is asked for. */
export function isStoredFile({
  preset = 'original',
  format = 'jpeg',
}: {
  preset?: ShapeName | undefined
  format?: Format | undefined
}): boolean {
  const { width, height, crop } = shapeOf(preset)
  return crop === 'whole' && format === 'jpeg' && width === PRESETS.original.width && height === PRESETS.original.height
}

/**
 * One mockup's picture as a shop wants it, for its owner; made by a worker while the request waits.
 * @throws AppError not_found; bad_input when it cannot be had so; unready when it is not made in time
 */
export async function openExported(
  { context, events }: Parts,
  userId: UserId,
  id: string,
  options: ExportOptions,
  signal?: AbortSignal,
): Promise<OpenFile> {
  const mockup = await context.db.mockup.findFirst({ where: { id, userId }, include: EXPORTABLE })
  if (!mockup) throw new AppError('not_found')
  const refusal = refusalOf(mockup, options)
  if (refusal) throw new AppError('bad_input', { error: refusal, fields: { preset: refusal } })
  const { preset, format } = allOf(options)
  const { ending, type } = FORMATS[format]
  const [template, numbers] = await Promise.all([nameTemplateOf(context, userId), numbersOf(context, userId, [id])])
  const filename = `${fileStem(template, named(mockup, numbers.get(id) ?? 1), preset)}.${ending}`
  if (isStoredFile(options)) return openFile(context, mockup.fileKey, type, filename)
  const { stream, size } = await openExport({ context, events }, { userId, mockupId: id, preset, format }, signal)
  return { stream, size, contentType: type, filename }
}

/** How the print came onto a mockup; null for those made before that was kept. */
export const pathOf = ({ printPath }: Pick<MockupRow, 'printPath'>) => printPath as FidelityPath | null

/** Whether it was made on a scene of its seller's own that is not there any more. */
const isSceneGone = ({ modelStyle, sceneId }: Exportable): boolean => modelStyle === PHOTOGRAPH && sceneId === null

/** Whether the studio made it, of a design that is still there, on a plate that is. */
export const isOurs = (mockup: Exportable): boolean =>
  mockup.design !== null && isStudios(pathOf(mockup)) && !isSceneGone(mockup)
