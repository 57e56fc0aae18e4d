import { Readable } from 'node:stream'
import { FORMATS } from '@printroom/contract/presets'
import type { Context, UserId } from '../context.ts'
import { AppError } from '../errors.ts'
import { type ZipEntry, zipStream } from '../zip-stream.ts'
import { archivePaths, listingNames } from './naming.ts'
import { PRESENTABLE, type Presentable, type Wish, presentMockup, refusalOf } from './present.ts'

type Row = Presentable & { id: string; createdAt: Date }

/**
 * The chosen mockups as a zip, streamed: as they are stored, or each as a shop wants it. A batch with one foreign or
 * unknown id fails whole, and so does one that cannot be had so. @throws AppError not_found, bad_input
 */
export async function archiveMockups(context: Context, userId: UserId, ids: readonly string[], wish: Wish = {}): Promise<Readable> {
  const { db, log } = context
  const wanted = [...new Set(ids)]
  const mockups = await db.mockup.findMany({ where: { id: { in: wanted }, userId }, include: PRESENTABLE, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
  if (mockups.length !== wanted.length) throw new AppError('not_found')
  if (!wish.preset && !wish.format) return zipStream(stored(context, mockups), log)
  const refusals = mockups.flatMap((mockup) => refusalOf(mockup, wish) ?? [])
  if (refusals[0]) {
    const which = refusals.length === mockups.length ? '' : ` This concerns ${refusals.length} of the ${mockups.length} mockups.`
    throw new AppError('bad_input', { error: refusals[0] + which, fields: { preset: refusals[0] + which } })
  }
  return zipStream(presented(context, mockups, wish), log)
}

function stored({ storage }: Context, mockups: readonly Row[]): ZipEntry[] {
  const paths = archivePaths(mockups)
  return mockups.map(({ id, fileKey, createdAt }, index) => ({
    name: paths[index] ?? `${id}.jpg`,
    date: createdAt,
    open: async () => (await storage.open(fileKey)).stream,
  }))
}

/** Made one after the other, each when its turn comes; at the end, a word on those whose sides were carried on. */
function* presented(context: Context, mockups: readonly Row[], wish: Wish): Generator<ZipEntry> {
  const { preset = 'original', format = 'jpeg' } = wish
  const names = listingNames(mockups, preset).map((name) => `${name}.${FORMATS[format].ending}`)
  const extended: string[] = []
  for (const [index, mockup] of mockups.entries()) {
    const name = names[index] ?? mockup.id
    const open = async () => {
      const { file, isComposed } = await presentMockup(context, mockup, wish)
      if (!isComposed) extended.push(name)
      return Readable.from([file])
    }
    yield { name: `${mockup.folderName}/${name}`, date: mockup.createdAt, open }
  }
  if (extended.length > 0) yield { name: 'about-these-pictures.txt', date: context.clock.now(), open: async () => aboutExtended(extended) }
}

const aboutExtended = (names: readonly string[]): string =>
  `These pictures could not be photographed again in this shape. They were cut from the square picture, and where it was too\nnarrow its edges were carried on, mirrored:\n\n${names.join('\n')}\n`
