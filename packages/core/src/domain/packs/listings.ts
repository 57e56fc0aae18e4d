import type { BatchRefusal } from '@printroom/contract/batches'
import { type Background, type ModelStyle, type Product, labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import {
  type Pack,
  type PackPicture,
  keyOf,
  packProblems,
  sceneFor,
  sceneInWords,
  unservedReason,
} from '@printroom/contract/packs'
import type { RenderSettings } from '@printroom/contract/schemas'
import { type PictureRow, readPictures } from '../batches/read.ts'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { EXPORTABLE, type Exportable, refusalOfShape } from '../mockups/export-options.ts'
import { findPack } from './packs.ts'

/** A mockup that a listing shows. */
type Shown = Exportable & { productModel: string | null; createdAt: Date }
/** A picture of a listing that can be had. `number` counts from 1 in the pack, the main picture first. */
export type Ready = { number: number; picture: PackPicture; mockup: Shown }

/** A batch as listings of a pack. `unfit` are those that are not there, or not as their shop wants them. */
export type Listings = { pack: Pack; listings: number; pictures: number; ready: Ready[]; unfit: BatchRefusal[] }

/**
 * A batch as listings, one a design, product, model, colour and size, in the order in which they were asked for.
 * @param packId the pack, if not the one that the batch was ordered from
 * @throws AppError not_found (the batch, the pack); bad_input when the batch has no pack and none is named
 */
export async function readListings(
  { db }: Context,
  userId: UserId,
  { id, pack_id: packId }: { id: string; pack_id?: string | null | undefined },
): Promise<Listings> {
  const batch = await db.batch.findFirst({ where: { id, userId } })
  if (!batch) throw new AppError('not_found')
  const pack = await packOf({ db }, userId, batch.pack as Pack | null, packId)
  const pictures = await readPictures(db, userId, id)
  const ids = [...new Set(pictures.flatMap(({ mockupId }) => mockupId ?? []))]
  const mockups = await db.mockup.findMany({ where: { id: { in: ids }, userId }, include: EXPORTABLE })
  const mockupOf = new Map(mockups.map((mockup) => [mockup.id, mockup]))
  const listings = new Map<string, [PictureRow, ...PictureRow[]]>()
  for (const picture of pictures) {
    const key = `${picture.designId} ${nameOf(picture)}`
    const listing = listings.get(key)
    if (listing) listing.push(picture)
    else listings.set(key, [picture])
  }
  const ready: Ready[] = []
  const unfit: BatchRefusal[] = packProblems(pack).map((error) => ({ where: pack.name, error }))
  for (const rows of listings.values()) {
    const { product } = rows[0].input.settings
    for (const [at, picture] of pack.pictures.entries()) {
      const found = find(picture, product, rows, mockupOf)
      if ('mockup' in found) ready.push({ number: at + 1, picture, mockup: found.mockup })
      else unfit.push({ where: `${nameOf(rows[0])}: picture ${at + 1}`, error: found.error })
    }
  }
  return { pack, listings: listings.size, pictures: listings.size * pack.pictures.length, ready, unfit }
}

/** As it is now; one that was deleted since, as it was when the batch was ordered. */
async function packOf(
  context: Pick<Context, 'db'>,
  userId: UserId,
  ordered: Pack | null,
  packId: string | null | undefined,
): Promise<Pack> {
  const id = packId ?? ordered?.id
  if (!id)
    throw new AppError('bad_input', { error: 'This batch was ordered without a listing pack: name one of yours.' })
  return findPack(context, userId, id).catch((error: unknown) => {
    if (ordered?.id === id && error instanceof AppError && error.code === 'not_found') return ordered
    throw error
  })
}

/** What a listing is called: `sun.png, T-Shirt, Gildan 64000, Black`. */
function nameOf({ filename, designId, input: { settings } }: PictureRow): string {
  const { product, product_model: model, colour, design_size: size } = settings
  return [
    filename ?? designId ?? 'A deleted design',
    labelOf(product),
    model && labelOf(model),
    findColour(colour)?.label ?? colour,
    size !== 'medium' && labelOf(size),
  ]
    .filter(Boolean)
    .join(', ')
}

function find(
  picture: PackPicture,
  product: Product,
  rows: readonly PictureRow[],
  mockupOf: ReadonlyMap<string, Shown>,
): { mockup: Shown } | { error: string } {
  const scene = sceneFor(picture, product)
  if (!scene) return { error: unservedReason(picture, product) ?? 'It cannot be had.' }
  const own = rows.filter(({ input }) => keyOf(sceneOf(input.settings)) === keyOf(scene))
  const row = own.find(({ mockupId }) => mockupId !== null) ?? own[0]
  const words = sceneInWords(scene)
  if (!row) return { error: `${words} is not in this batch.` }
  const mockup = row.mockupId === null ? undefined : mockupOf.get(row.mockupId)
  if (!mockup) return { error: `${words}: ${STATES[row.state]}` }
  const refusal = refusalOfShape(mockup, picture)
  return refusal ? { error: `${words}: ${refusal}` } : { mockup }
}

const STATES: Record<PictureRow['state'], string> = {
  waiting: 'it is not made yet.',
  under_way: 'it is being made.',
  done: 'its mockup was deleted.',
  failed: 'it failed. Retry what failed first.',
  cancelled: 'it was canceled.',
}

/** A picture on a seller's own scene is in no batch. */
const sceneOf = ({ model_style: style, background, model_gender: gender, side }: RenderSettings) => ({
  style: style as ModelStyle,
  background: background as Background,
  gender,
  ...(side && { side }),
})
