import { Readable } from 'node:stream'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { csvField } from '../credits/csv-field.ts'
import { archivePaths } from '../mockups/archive.ts'
import { COLUMNS, type Column } from './csv-columns.ts'
import { colourInWords, productInWords, sceneInWords, sideInWords } from './csv-words.ts'
import { listingOf } from './listing.ts'
import { type PictureRow, readPictures } from './read.ts'

/**
 * A batch as CSV (RFC 4180, UTF-8 with a mark for spreadsheets), a line a picture: what was asked for, in words that
 * `readCsv` reads back, the picture's path in the batch's zip where it is done, why not where it failed, and texts for its
 * listing.
 * @throws AppError not_found
 */
export async function batchCsv(context: Context, userId: UserId, id: string): Promise<Readable> {
  const { db } = context
  if (!(await db.batch.count({ where: { id, userId } }))) throw new AppError('not_found')
  const pictures = await readPictures(db, userId, id)
  const paths = await archivePaths(
    context,
    userId,
    pictures.flatMap(({ mockupId }) => mockupId ?? []),
  )
  const sceneNames = await namesOf(
    context,
    userId,
    new Set(pictures.flatMap(({ input }) => input.settings.scene ?? [])),
  )
  const lines = pictures.map((picture) => {
    const row = rowOf(picture, paths.get(picture.mockupId ?? '') ?? '', sceneNames)
    return COLUMNS.map((column) => csvField(row[column])).join(',')
  })
  return Readable.from([`\uFEFF${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`])
}

function rowOf(
  { filename, designWidth: width, designHeight: height, input, state, error }: PictureRow,
  picture: string,
  sceneNames: ReadonlyMap<string, string>,
): Record<Column, string> {
  const { settings } = input
  const shape = width !== null && height !== null ? { width, height } : null
  const { title, description, tags } = listingOf(filename, settings, input.title ?? null, shape)
  return {
    file: filename ?? '',
    product: productInWords(settings),
    colour: colourInWords(settings),
    scene: sceneInWords(settings, sceneNames),
    side: sideInWords(settings),
    title,
    picture,
    state: state.replace('_', ' '),
    reason: state === 'failed' ? (error ?? '') : '',
    description,
    tags: tags.join(', '),
  }
}

/** The names of a seller's scenes, by id. */
async function namesOf({ db }: Context, userId: UserId, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  if (ids.size === 0) return new Map()
  const scenes = await db.scene.findMany({ where: { id: { in: [...ids] }, userId }, select: { id: true, name: true } })
  return new Map(scenes.map(({ id, name }) => [id, name]))
}
