import { DEFAULT_DESIGN_SIZE, FRONT, PHOTOGRAPH, type Product, type Side } from '@printroom/contract/catalogue'
import { placementRangeProblems } from '@printroom/contract/placement'
import { SCENE, type SceneOrder, sceneColoursOf } from '@printroom/contract/scenes'
import type { RenderSettings } from '@printroom/contract/schemas'
import type { Transaction } from '@printroom/db/client'
import type { UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { SceneManifests, ScenePlate } from '../generation/engine.ts'
import { pickSettings } from '../generation/render-settings.ts'

/**
 * The choices of an order on a scene, as they are stored: product and side are the scene's, the colour is the product's white,
 * style and background are `photograph`. And what the picture depends on of the scene itself.
 * @throws AppError not_found, bad_input (not ready, another colour than white, a placement out of range)
 */
export async function settingsOnScene(
  tx: Pick<Transaction, 'scene'>,
  userId: UserId,
  { id, colour, design_size = DEFAULT_DESIGN_SIZE, placement }: SceneOrder,
): Promise<{ settings: RenderSettings; scene: ScenePlate }> {
  const scene = await tx.scene.findFirst({ where: { id, userId } })
  if (!scene) throw new AppError('not_found', { error: 'This scene is not here any more.' })
  if (!scene.fileKey) throw new AppError('bad_input', { error: SCENE.notReady, fields: { id: SCENE.notReady } })
  const [product, side] = [scene.product as Product, scene.side as Side]
  const whites = sceneColoursOf(product)
  if (colour !== undefined && !whites.some(({ value }) => value === colour)) refuse('colour', SCENE.whiteOnly)
  const [outOfRange] = placement ? placementRangeProblems(product, placement, side) : []
  if (outOfRange !== undefined) refuse('placement', outOfRange)
  const settings = pickSettings({
    product,
    product_model: null,
    colour: whites[0]?.value ?? refuse('colour', SCENE.whiteOnly),
    model_style: PHOTOGRAPH,
    background: PHOTOGRAPH,
    model_gender: null,
    design_size,
    ...(side !== FRONT && { side }),
    ...(placement && { placement }),
    scene: id,
  })
  const { plate, backdrop } = scene.manifests as unknown as SceneManifests
  return { settings, scene: { fileKey: scene.fileKey, plate, backdrop } }
}

function refuse(field: string, error: string): never {
  throw new AppError('bad_input', { error, fields: { [field]: error } })
}
