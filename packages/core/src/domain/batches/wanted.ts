import type { BatchItem, BatchProduct, BatchRefusal, BatchRequest } from '@printroom/contract/batches'
import type { Pack } from '@printroom/contract/packs'
import { BATCH_MAX_PICTURES } from '@printroom/contract/limits'
import { idSchema } from '@printroom/contract/schemas'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readCsv } from './csv-in.ts'
import { readGrid, readItems } from './grid.ts'
import { fillFromPack } from '../packs/fill.ts'
import { findPack } from '../packs/packs.ts'
import type { OwnScene } from '../scenes/order.ts'
import type { Wanted } from './picture.ts'

/** Refusals that an error spells out; the others are counted. */
const SPELT_OUT = 5
/** All of a whole grid, in words of the catalogue; the longest words of others are 1.3 kB a cell. */
const REFUSALS_MAX_BYTES = 400 * 1024

/** Beside what cannot be made, what its pack shows and its products do not have. */
type WantedOfPack = Wanted & { pack: Pack | null; leftOut: BatchRefusal[] }

/**
 * The pictures that a batch asks for, in the order of grid, items and CSV, and what of it cannot be made. Of too many, the
 * number alone.
 * @throws AppError not_found (its pack)
 */
export async function readWanted(
  context: Context,
  userId: UserId,
  { designIds = [], products: named = [], items = [], csv, pack_id: packId }: BatchRequest,
): Promise<WantedOfPack> {
  const pack = packId ? await findPack(context, userId, packId) : null
  const { products, leftOut } = pack ? fillFromPack(pack, named, context.engine) : { products: named, leftOut: [] }
  const lines = csv === undefined ? { items: [], refused: [] } : await readCsv(context, userId, csv)
  const listed = [...items, ...lines.items]
  const offered = { engine: context.engine, own: await ownScenes(context, userId, products, listed) }
  const parts = [readGrid(designIds, products, offered), readItems(listed, offered)]
  const asked = parts.reduce((sum, part) => sum + part.asked, 0)
  const refused = bounded([...parts.flatMap((part) => part.refused), ...lines.refused])
  const refuse = (error: string) => refused.push({ where: 'batch', error })
  const isTooMuch = asked > BATCH_MAX_PICTURES
  if (isTooMuch) refuse(`A batch has at most ${BATCH_MAX_PICTURES} pictures, and these are ${asked}.`)
  if (asked === 0 && refused.length === 0)
    refuse('Choose designs, products, colours and scenes: no picture is asked for.')
  const pictures = isTooMuch ? [] : parts.flatMap((part) => part.pictures)
  return { asked, pictures, refused, pack, leftOut: bounded(leftOut) }
}

/** The seller's scenes that are named, by id. */
async function ownScenes(
  { db }: Context,
  userId: UserId,
  products: readonly BatchProduct[],
  items: readonly BatchItem[],
): Promise<ReadonlyMap<string, OwnScene>> {
  const named = [...products.flatMap(({ scenes = [] }) => scenes), ...items].flatMap(({ scene }) => scene ?? [])
  const ids = [...new Set(named.map((id) => id.toLowerCase()))].filter((id) => idSchema.safeParse(id).success)
  const scenes = ids.length > 0 ? await db.scene.findMany({ where: { id: { in: ids }, userId } }) : []
  return new Map(scenes.map((scene) => [scene.id, scene]))
}

/** As many of them as an answer holds, and how many more there are. */
function bounded(refused: BatchRefusal[]): BatchRefusal[] {
  let bytes = 0
  const shown = refused.findIndex((each) => (bytes += Buffer.byteLength(JSON.stringify(each))) > REFUSALS_MAX_BYTES)
  if (shown < 0) return refused
  return [...refused.slice(0, shown), { where: 'more', error: `And ${refused.length - shown} more.` }]
}

/** The refusals as one error, which names each by its place. */
export function refusalError(refused: readonly BatchRefusal[]): AppError {
  const more = refused.length - SPELT_OUT
  const sentences = refused.slice(0, SPELT_OUT).map(({ error }) => error)
  return new AppError('bad_input', {
    error: [...sentences, ...(more > 0 ? [`And ${more} more.`] : []), 'Nothing was ordered.'].join(' '),
    fields: Object.fromEntries(refused.map(({ where, error }) => [where, error])),
  })
}
