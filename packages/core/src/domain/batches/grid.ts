import type { BatchItem, BatchProduct, BatchRefusal } from '@printroom/contract/batches'
import { labelOf } from '@printroom/contract/catalogue'
import { placesFor } from '@printroom/contract/placement'
import type { RenderSettings } from '@printroom/contract/schemas'
import { BATCH_MAX_CELLS, BATCH_MAX_PICTURES } from '@printroom/contract/limits'
import { type BatchPicture, type Offered, type Wanted, inWords, settle } from './picture.ts'

/**
 * Every design with every product, colour and scene of a grid, a design's pictures together; of more than a batch may have,
 * their number alone. A cell that cannot be combined is told once, whatever the number of designs.
 */
export function readGrid(designIds: readonly string[], products: readonly BatchProduct[], offered: Offered): Wanted {
  const cells = products.reduce((sum, { colours, scenes = [] }) => sum + colours.length * scenes.length, 0)
  if (cells > BATCH_MAX_CELLS)
    return {
      asked: 0,
      pictures: [],
      refused: [{ where: 'batch', error: `A grid has at most ${BATCH_MAX_CELLS} cells a design.` }],
    }

  const shots: Omit<BatchPicture, 'designId'>[] = []
  const refused: BatchRefusal[] = []
  for (const [p, { product, baseModel, colours, scenes = [], place }] of products.entries()) {
    if (scenes.length === 0)
      refused.push({ where: `products.${p}.scenes`, error: `${labelOf(product)}: there is no scene to show it in.` })
    for (const [c, colour] of colours.entries())
      for (const [s, { style, background, gender, side, size, place: own, scene }] of scenes.entries()) {
        const choices = {
          product,
          product_model: baseModel,
          colour,
          model_style: style,
          background,
          model_gender: gender,
          design_size: size,
          side,
          scene,
        }
        const at = (own ?? place) || null
        const settled = settle(choices, offered)
        const error = 'settings' in settled ? placeProblem(settled.settings, at) : settled.error
        if ('settings' in settled && !error) shots.push({ ...settled, title: null, place: at })
        else
          refused.push({
            where: `products.${p}.colours.${c}.scenes.${s}`,
            error: `${inWords(choices, offered.own)}: ${error}.`,
          })
      }
  }
  const designs = [...new Set(designIds)]
  const asked = designs.length * shots.length
  // 400 designs of 2000 cells would be 800,000 pictures, of which nobody needs more than the number.
  if (asked > BATCH_MAX_PICTURES) return { asked, pictures: [], refused }
  return {
    asked,
    pictures: designs.flatMap((designId) => shots.map((shot) => Object.assign({ designId }, shot))),
    refused,
  }
}

/** Why a side has no such place, in a sentence without its end's stop; null where it has, or none is asked for. */
function placeProblem({ product, side }: RenderSettings, place: string | null): string | null {
  const places = placesFor(product, side).map(({ id }) => id)
  return !place || places.includes(place) ? null : `place is one of ${places.join(', ')}`
}

/** Pictures that are named one by one; the sentence about a wrong one begins with its number, from 1. */
export function readItems(items: readonly BatchItem[], offered: Offered): Wanted {
  const wanted: Wanted = { asked: 0, pictures: [], refused: [] }
  for (const [index, { design_id: designId, title, ...choices }] of items.entries()) {
    const settled = settle(choices, offered)
    if ('settings' in settled) wanted.pictures.push({ ...settled, designId, title: title || null, place: null })
    else
      wanted.refused.push({
        where: `items.${index}`,
        error: `Item ${index + 1} (${inWords(choices, offered.own)}): ${settled.error}.`,
      })
  }
  return { ...wanted, asked: wanted.pictures.length }
}
