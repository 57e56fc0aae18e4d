import type { Readable } from 'node:stream'
import type { BatchListingsWire } from '@printroom/contract/batches'
import { DEFAULT_DESIGN_SIZE } from '@printroom/contract/catalogue'
import { UNFIT_MAX_SHOWN } from '@printroom/contract/limits'
import { fileStem, slugOf } from '@printroom/contract/naming'
import { FORMATS, nameOfShape } from '@printroom/contract/presets'
import { bytesProblem } from '@printroom/contract/shops'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { aboutMissing, orMissing } from '../files/zip-missing.ts'
import { type ZipEntry, zipStream } from '../files/zip-stream.ts'
import { isStoredFile } from '../mockups/export-options.ts'
import { type OpenExport, type Parts, type Wanted, awaitExport, openExport } from '../mockups/exports.ts'
import { nameTemplateOf, named } from '../mockups/naming.ts'
import { type Listings, type Ready, readListings } from './listings.ts'

/** Pictures that are asked for before their turn comes. */
const AHEAD = 3

type Asked = { id: string; pack_id?: string | null | undefined }

/** What there is of a batch's listings, and a line for every picture that is not, or not as its shop wants it. @throws AppError not_found, bad_input */
export async function checkListings(context: Context, userId: UserId, asked: Asked): Promise<BatchListingsWire> {
  const { pack, listings, pictures, ready, unfit } = await readListings(context, userId, asked)
  return {
    pack_id: pack.id,
    name: pack.name,
    listings,
    pictures,
    ready: ready.length,
    unfit: unfit.slice(0, UNFIT_MAX_SHOWN),
    more: Math.max(0, unfit.length - UNFIT_MAX_SHOWN),
  }
}

/**
 * A batch's listings as a zip stream: a folder each, its pictures numbered in the pack's order, in their shop's size, named
 * by the seller's template. What is not in it, and what its shop does not take, is told at its end.
 * @throws AppError not_found (the batch, the pack, or nothing of it can be had yet), bad_input
 */
export async function archiveListings(parts: Parts, userId: UserId, asked: Asked): Promise<Readable> {
  const { context } = parts
  const listings = await readListings(context, userId, asked)
  if (listings.ready.length === 0)
    throw new AppError('not_found', { error: 'Nothing of these listings can be downloaded yet.' })
  const template = await nameTemplateOf(context, userId)
  return zipStream(entriesOf(parts, userId, listings, template), context.log)
}

function* entriesOf(parts: Parts, userId: UserId, { ready, unfit }: Listings, template: string): Generator<ZipEntry> {
  const { clock } = parts.context
  const missing: string[] = []
  const lines = unfit.map(({ where, error }) => `${where}\n  ${error}`)
  for (const [index, each] of ready.entries()) {
    const path = pathOf(each, template)
    const open = async (signal: AbortSignal) => {
      for (const next of ready.slice(index === 0 ? 1 : index + AHEAD, index + AHEAD + 1))
        begin(parts, wantedOf(userId, next), signal)
      const { stream, size, isComposed } = await openPicture(parts, userId, each, signal)
      const { shop } = each.picture
      const problem = shop && bytesProblem(shop, size)
      if (problem) lines.push(`${path}\n  ${problem}`)
      if (!isComposed) lines.push(`${path}\n  ${CUT}`)
      return stream
    }
    yield { name: path, date: each.mockup.createdAt, open: (signal) => orMissing(missing, path, () => open(signal)) }
  }
  // Only now is known what the files weigh.
  yield { name: 'listing-check.txt', date: clock.now(), open: async () => (lines.length > 0 ? textOf(lines) : null) }
  yield* aboutMissing(clock, missing)
}

const CUT = 'It was cut from the square picture; where that was too narrow its edges were carried on, mirrored.'
const textOf = (lines: readonly string[]): string =>
  `These pictures are not in this zip, or are not what their shop asks for:\n\n${lines.join('\n')}\n`

const wantedOf = (userId: UserId, { mockup, picture }: Ready): Wanted => ({
  userId,
  mockupId: mockup.id,
  preset: nameOfShape(picture),
  format: 'jpeg',
})

function begin(parts: Parts, wanted: Wanted, signal: AbortSignal): void {
  if (!isStoredFile(wanted)) void awaitExport(parts, wanted, signal).catch(() => undefined) // heard when its turn comes
}

async function openPicture(parts: Parts, userId: UserId, ready: Ready, signal: AbortSignal): Promise<OpenExport> {
  const wanted = wantedOf(userId, ready)
  if (!isStoredFile(wanted)) return openExport(parts, wanted, signal)
  return { ...(await parts.context.storage.open(ready.mockup.fileKey)), isComposed: true }
}

/**
 * Where a picture stands: the folder of its design, that of its listing, and its number before its name, so that the main
 * picture is the first of every list of files.
 */
export function pathOf({ mockup, number }: Pick<Ready, 'mockup' | 'number'>, template: string): string {
  const words = named(mockup, number)
  const { product, productModel, colour } = words
  const size = mockup.designSize === DEFAULT_DESIGN_SIZE ? null : mockup.designSize
  const folder = slugOf([product, productModel, colour, size].filter(Boolean).join(' '))
  const numbered = `{n}-${template.replaceAll('{n}', '').replace(/[-_ .]+$/, '')}`
  return `${mockup.folderName}/${folder}/${fileStem(numbered, words)}.${FORMATS.jpeg.ending}`
}
