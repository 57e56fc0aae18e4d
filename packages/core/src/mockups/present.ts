import { Readable } from 'node:stream'
import { type Format, FORMATS, type Preset, PRESETS, isStudios, presetRefusal } from '@printroom/contract/presets'
import type { Settings } from '@printroom/contract/schemas'
import type { FidelityPath } from '@printroom/contract/wire'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import type { OpenFile } from '../files.ts'
import { listingNames } from './naming.ts'
import type { MockupRow } from './wire.ts'

/** What to make of a mockup; what is not named is the original, or a JPEG. */
export type Wish = { preset?: Preset | undefined; format?: Format | undefined }

/** A mockup with what it takes to make its picture anew. */
export type Presentable = Pick<
  MockupRow,
  'product' | 'productModel' | 'colour' | 'modelStyle' | 'background' | 'modelGender' | 'designSize' | 'folderName' | 'printPath'
> & {
  fileKey: string
  design: { fileKey: string } | null
  generation: { seed: number } | null
}

/** The columns of a `Presentable` beside the mockup's own. */
export const PRESENTABLE = { design: { select: { fileKey: true } }, generation: { select: { seed: true } } } as const

/** Why a mockup cannot be had so, as a sentence; null when it can. */
export function refusalOf(mockup: Presentable, { preset = 'original' }: Wish): string | null {
  const { product, model_style: style } = settingsOf(mockup)
  return presetRefusal(preset, { product, style, hasDesign: mockup.design !== null, path: pathOf(mockup) })
}

/**
 * A mockup's picture as a shop wants it. The stored file itself serves where it is that already.
 * @returns its bytes, and whether it was photographed in this shape; else it was cut, or its sides carried on
 */
export async function presentMockup({ storage, engine }: Context, mockup: Presentable, { preset = 'original', format = 'jpeg' }: Wish): Promise<{ file: Uint8Array; isComposed: boolean }> {
  const { width, height, isOnWhite } = PRESETS[preset]
  const picture = await storage.get(mockup.fileKey)
  const isStored = !isOnWhite && format === 'jpeg' && width === PRESETS.original.width && height === PRESETS.original.height
  if (isStored) return { file: picture, isComposed: true }
  const source = isStudios(pathOf(mockup)) ? mockup.design : null
  const design = source ? await storage.get(source.fileKey) : new Uint8Array()
  return engine.present({ settings: settingsOf(mockup), seed: mockup.generation?.seed ?? 0, design, picture, isOurs: source !== null }, { width, height, isOnWhite, format })
}

/** One mockup's picture as a shop wants it, for its owner. @throws AppError not_found; bad_input when it cannot be had so */
export async function openPresented(context: Context, userId: UserId, id: string, wish: Wish): Promise<OpenFile> {
  const mockup = await context.db.mockup.findFirst({ where: { id, userId }, include: PRESENTABLE })
  if (!mockup) throw new AppError('not_found')
  const refusal = refusalOf(mockup, wish)
  if (refusal) throw new AppError('bad_input', { error: refusal, fields: { preset: refusal } })
  const { preset = 'original', format = 'jpeg' } = wish
  const { file } = await presentMockup(context, mockup, wish)
  const { ending, type } = FORMATS[format]
  return { stream: Readable.from([file]), size: file.length, contentType: type, filename: `${listingNames([mockup], preset)[0]}.${ending}` }
}

const pathOf = ({ printPath }: Presentable) => printPath as FidelityPath | null

/** The rows were checked when they were written. */
function settingsOf({ product, productModel, colour, modelStyle, background, modelGender, designSize }: Presentable): Settings {
  return { product, product_model: productModel, colour, model_style: modelStyle, background, model_gender: modelGender, design_size: designSize } as Settings
}
