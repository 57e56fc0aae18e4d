import type { BatchProduct, BatchRefusal, BatchScene } from '@printroom/contract/batches'
import { FRONT, PRODUCTS, labelOf } from '@printroom/contract/catalogue'
import { type Pack, keyOf, sceneFor, scenesOf, unservedReason } from '@printroom/contract/packs'
import { placesFor } from '@printroom/contract/placement'
import { type Choices, inWords, settle } from '../batches/picture.ts'
import type { EngineFacts } from '../generation/engine.ts'

/**
 * The products of a grid with the scenes of a pack where they name none, and what of the pack they do not have, by its
 * place in the products and in the pack.
 */
export function fillFromPack(
  pack: Pack,
  products: readonly BatchProduct[],
  engine: Pick<EngineFacts, 'canMake'>,
): { products: BatchProduct[]; leftOut: BatchRefusal[] } {
  const leftOut: BatchRefusal[] = []
  const filled = products.map((wanted, p): BatchProduct => {
    const product = PRODUCTS.find((each) => each === wanted.product)
    if (!product) return { ...wanted, scenes: wanted.scenes ?? [] }
    const ordered = wanted.scenes && new Set(wanted.scenes.map(keyOfWords))
    const all = scenesOf(pack, product).map(({ style, background, gender, side }): BatchScene => {
      const hasPlace = side === undefined || placesFor(product, side).some(({ id }) => id === wanted.place)
      // A place of the front is none of another side: there the size says where the print sits.
      return { style, background, gender, side, size: wanted.size, place: hasPlace ? undefined : '' }
    })
    const faults = new Map(all.map((scene) => [keyOfWords(scene), ordered ? null : faultOf(wanted, scene, engine)]))
    // When nothing can be had it is not for the scenes' sake: the grid says why, cell by cell.
    const isNone = [...faults.values()].every((fault) => fault !== null)
    for (const [at, picture] of pack.pictures.entries()) {
      const scene = sceneFor(picture, product)
      const fault = scene && !isNone ? faults.get(keyOf(scene)) : null
      const isLeft = scene !== null && ordered !== undefined && !ordered.has(keyOf(scene))
      const reason =
        unservedReason(picture, product) ?? fault ?? (isLeft ? `${labelOf(product)}: its scene was not chosen.` : null)
      if (reason)
        leftOut.push({ where: `products.${p}.pack.${at}`, error: `Picture ${at + 1} of ${pack.name}: ${reason}` })
    }
    return { ...wanted, scenes: wanted.scenes ?? all.filter((scene) => isNone || !faults.get(keyOfWords(scene))) }
  })
  return { products: filled, leftOut }
}

const keyOfWords = ({ style, background, gender, side }: BatchScene): string =>
  [style, background, gender, side || FRONT].join()

/** Why a scene cannot be had in any of a product's colours, as a sentence; null when it can. */
function faultOf(
  { product, baseModel, colours }: BatchProduct,
  { style, background, gender, side, size }: BatchScene,
  engine: Pick<EngineFacts, 'canMake'>,
): string | null {
  let fault: string | null = null
  for (const colour of colours) {
    const choices: Choices = {
      product,
      product_model: baseModel,
      colour,
      model_style: style,
      background,
      model_gender: gender,
      design_size: size,
      side,
    }
    const settled = settle(choices, { engine })
    if ('settings' in settled) return null
    fault = `${inWords(choices)}: ${settled.error}.`
  }
  return fault
}
