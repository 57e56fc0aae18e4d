import type { Readable } from 'node:stream'
import { type Named, fileStem } from '@printroom/contract/naming'
import { type Format, FORMATS, type Preset } from '@printroom/contract/presets'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { aboutMissing, orMissing } from '../files/zip-missing.ts'
import { type ZipEntry, zipStream } from '../files/zip-stream.ts'
import { type Parts, type Wanted, awaitExport, openExport } from './exports.ts'
import { nameTemplateOf, named, numbersOf } from './naming.ts'
import { EXPORTABLE, type ExportOptions, allOf, isStoredFile, refusalOf } from './export-options.ts'

/** A picture of a zip: where it stands in it, and its stored file. */
type Picture = { path: string; fileKey: string; createdAt: Date }

/**
 * The chosen mockups as a zip, streamed: as they are stored, or each as a shop wants it. A batch with one foreign or
 * unknown id fails whole, and so does one of which nothing can be had so; a picture that cannot be had so, or not be read,
 * is named in the zip with the reason, and the others are in it. @throws AppError not_found, bad_input
 */
export async function archiveMockups(
  { context, events }: Parts,
  userId: UserId,
  ids: readonly string[],
  options: ExportOptions = {},
): Promise<Readable> {
  const { db, log } = context
  const wanted = [...new Set(ids)]
  const mockups = await db.mockup.findMany({
    where: { id: { in: wanted }, userId },
    include: EXPORTABLE,
    // So that a picture that comes later stands behind the others.
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  if (mockups.length !== wanted.length) throw new AppError('not_found')
  const nameOf = await namer(context, userId, wanted)
  const { preset, format } = allOf(options)
  const all = mockups.map((mockup) => {
    const { id, folderName, fileKey, createdAt } = mockup
    const name = nameOf(mockup, preset, format)
    const [path, refusal] = [`${folderName}/${name}`, refusalOf(mockup, options)]
    return { name, path, fileKey, createdAt, refusal, wanted: { userId, mockupId: id, preset, format } }
  })
  const pictures = all.filter(({ refusal }) => refusal === null)
  const [refused] = all
  if (pictures.length === 0 && refused?.refusal)
    throw new AppError('bad_input', { error: refused.refusal, fields: { preset: refused.refusal } })
  const files = isStoredFile(options) ? stored(context, pictures) : exported({ context, events }, pictures)
  return zipStream(withLeftOut(context, files, all), log)
}

/** The files, and at their end which pictures cannot be had so and why, if any. */
function* withLeftOut(
  { clock }: Context,
  files: Generator<ZipEntry>,
  pictures: readonly { path: string; refusal: string | null }[],
): Generator<ZipEntry> {
  yield* files
  const lines = pictures.flatMap(({ path, refusal }) => (refusal ? [`${path}\n  ${refusal}`] : []))
  if (lines.length === 0) return
  const text = `These pictures do not fit what was chosen, and are not in this zip:\n\n${lines.join('\n')}\n`
  yield { name: 'left-out.txt', date: clock.now(), open: async () => text }
}

/** Where these mockups stand in a zip of theirs as they are stored, by id. */
export async function archivePaths(
  context: Context,
  userId: UserId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  const mockups = await context.db.mockup.findMany({ where: { id: { in: wanted }, userId } })
  const nameOf = await namer(context, userId, wanted)
  return new Map(mockups.map((mockup) => [mockup.id, `${mockup.folderName}/${nameOf(mockup, 'original', 'jpeg')}`]))
}

/** Names the files of these mockups by their seller's template. */
async function namer(context: Context, userId: UserId, ids: readonly string[]) {
  const [template, numbers] = await Promise.all([nameTemplateOf(context, userId), numbersOf(context, userId, ids)])
  return (mockup: Omit<Named, 'n'> & { id: string }, preset: Preset, format: Format): string =>
    `${fileStem(template, named(mockup, numbers.get(mockup.id) ?? 1), preset)}.${FORMATS[format].ending}`
}

function* stored({ storage, clock }: Context, pictures: readonly Picture[]): Generator<ZipEntry> {
  const missing: string[] = []
  for (const { path, fileKey, createdAt } of pictures)
    yield {
      name: path,
      date: createdAt,
      open: () => orMissing(missing, path, async () => (await storage.open(fileKey)).stream),
    }
  yield* aboutMissing(clock, missing)
}

/** Each when its turn comes, the next one being made while it travels; at the end, a word on those whose sides were carried on. */
function* exported(
  parts: Parts,
  pictures: readonly (Picture & { name: string; wanted: Wanted })[],
): Generator<ZipEntry> {
  const { clock } = parts.context
  const [extended, missing]: [string[], string[]] = [[], []]
  for (const [index, { path, name, wanted, createdAt }] of pictures.entries()) {
    const open = async (signal: AbortSignal) => {
      const next = pictures[index + 1]
      if (next) void awaitExport(parts, next.wanted, signal).catch(() => undefined) // heard when its turn comes
      const { stream, isComposed } = await openExport(parts, wanted, signal)
      if (!isComposed) extended.push(name)
      return stream
    }
    yield { name: path, date: createdAt, open: (signal) => orMissing(missing, path, () => open(signal)) }
  }
  if (extended.length > 0)
    yield { name: 'about-these-pictures.txt', date: clock.now(), open: async () => aboutExtended(extended) }
  yield* aboutMissing(clock, missing)
}

const aboutExtended = (names: readonly string[]): string =>
  `These pictures could not be photographed again in this shape. They were cut from the square picture, and where it was too\nnarrow its edges were carried on, mirrored:\n\n${names.join('\n')}\n`
