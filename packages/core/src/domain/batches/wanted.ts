import type { BatchRefusal, BatchRequest } from '@printroom/contract/batches'
import type { Pack } from '@printroom/contract/packs'
import { BATCH_MAX_PICTURES } from '@printroom/contract/limits'
import type { Context, UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readCsv } from './csv-in.ts'
import { readGrid, readItems } from './grid.ts'
import { fillFromPack } from '../packs/fill.ts'
import { findPack } from '../packs/packs.ts'
import type { Wanted } from './picture.ts'

/** Refusals that an error spells out; the others are counted. */
const SPELT_OUT = 5

/** Beside what cannot be made, what its pack shows and its products do not have. */
type WantedOfPack = Wanted & { pack: Pack | null; leftOut: BatchRefusal[] }

/**
 * The pictures that a batch asks for, in the order of grid, items and CSV, and what of it cannot be made.
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
  const parts = [readGrid(designIds, products, context.engine), readItems([...items, ...lines.items], context.engine)]
  const pictures = parts.flatMap((part) => part.pictures)
  const refused = [...parts.flatMap((part) => part.refused), ...lines.refused]
  if (pictures.length > BATCH_MAX_PICTURES)
    refused.push({
      where: 'batch',
      error: `A batch has at most ${BATCH_MAX_PICTURES} pictures, and these are ${pictures.length}.`,
    })
  if (pictures.length === 0 && refused.length === 0)
    refused.push({ where: 'batch', error: 'Choose designs, products, colours and scenes: no picture is asked for.' })
  return { pictures, refused, pack, leftOut }
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
