import {
  DEFAULT_DESIGN_SIZE,
  type DesignSize,
  FRONT,
  PHOTOGRAPH,
  type Product,
  type Side,
} from '@printroom/contract/catalogue'
import { placementRangeProblems } from '@printroom/contract/placement'
import { SCENE, type SceneOrder, type SceneReportWire, sceneColoursOf } from '@printroom/contract/scenes'
import type { RenderSettings } from '@printroom/contract/schemas'
import type { Transaction } from '@printroom/db/client'
import type { UserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { SceneManifests, ScenePlate } from '../generation/engine.ts'
import { pickSettings } from '../generation/render-settings.ts'

/**
 * The choices of an order on a scene, as they are stored: product and side are the scene's, the colour is the product's white
 * where none is named, style and background are `photograph`. And what the picture depends on of the scene itself.
 * @throws AppError not_found, bad_input (not ready, a colour that it does not take, a placement out of range)
 */
export async function settingsOnScene(
  tx: Pick<Transaction, 'scene'>,
  userId: UserId,
  { id, ...choices }: SceneOrder,
): Promise<OnScene> {
  const scene = await tx.scene.findFirst({ where: { id, userId } })
  if (!scene) throw new AppError('not_found', { error: SCENE.isGone })
  return settingsOf(scene, choices)
}

/** Choices as they are stored, and what the picture depends on of its scene. */
export type OnScene = { settings: RenderSettings; scene: ScenePlate }
/** A seller's scene as it is stored. */
export type OwnScene = NonNullable<Awaited<ReturnType<Transaction['scene']['findFirst']>>>

/** The same of a scene that has been read. @throws AppError bad_input */
export function settingsOf(
  scene: OwnScene,
  {
    colour,
    design_size = DEFAULT_DESIGN_SIZE,
    placement,
  }: Pick<SceneOrder, 'colour' | 'placement'> & { design_size?: DesignSize },
): OnScene {
  const plate = plateOf(scene)
  if (!plate) throw new AppError('bad_input', { error: SCENE.notReady, fields: { id: SCENE.notReady } })
  const [product, side] = [scene.product as Product, scene.side as Side]
  const { recolours } = scene.report as SceneReportWire
  const colours = sceneColoursOf(product, { recolours })
  const chosen = colour === undefined ? colours[0] : colours.find(({ value }) => value === colour)
  const [outOfRange] = placement ? placementRangeProblems(product, placement, side) : []
  if (outOfRange !== undefined) refuse('placement', outOfRange)
  const settings = pickSettings({
    product,
    product_model: null,
    colour: chosen?.value ?? refuse('colour', recolours ? SCENE.noColour : SCENE.whiteOnly),
    model_style: PHOTOGRAPH,
    background: PHOTOGRAPH,
    model_gender: null,
    design_size,
    ...(side !== FRONT && { side }),
    ...(placement && { placement }),
    scene: scene.id,
  })
  return { settings, scene: plate }
}

/** What a picture depends on of a scene; null while it is not ready. */
export function plateOf({ fileKey, manifests }: OwnScene): ScenePlate | null {
  if (!fileKey) return null
  const { plate, backdrop } = manifests as unknown as SceneManifests
  return { fileKey, plate, backdrop }
}

function refuse(field: string, error: string): never {
  throw new AppError('bad_input', { error, fields: { [field]: error } })
}
