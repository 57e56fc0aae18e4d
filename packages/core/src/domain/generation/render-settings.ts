import { FRONT, type Side } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import type { Placement } from '@printroom/contract/placement'
import type { RenderSettings } from '@printroom/contract/schemas'
import type { ProductColour } from '@printroom/studio/plate/plate'
import type { ShotRequest } from '@printroom/studio/plate/shot'

/*
 * The choices of a picture have three vocabularies: the wire's (`RenderSettings`, also in stored orders), the mockup
 * table's columns and the studio's. They are translated here and nowhere else.
 */

/** The choices as the mockup table has them. */
export type SettingsColumns = {
  product: string
  productModel: string | null
  colour: string
  modelStyle: string
  background: string
  modelGender: string | null
  designSize: string
  side: string
  /** The seller's own scene, where it is made on one. */
  sceneId: string | null
  /** As `Placement`, or null where the size says where the print sits. */
  placement: unknown
}

/** A placement with its fields in one order, so that equal ones are written alike; none is left out. */
const withPlacement = (placement: Placement | null | undefined): { placement?: Placement } =>
  placement
    ? { placement: { x: placement.x, y: placement.y, width: placement.width, rotation: placement.rotation } }
    : {}

/** A side in stored orders; the front is not named there. */
const withSide = (side: string | null | undefined): { side?: Side } =>
  side && side !== FRONT ? { side: side as Side } : {}

/** A seller's own scene, which no other order names. */
const withScene = (scene: string | null | undefined): { scene?: string } => (scene ? { scene } : {})

/** The choices among the other fields of a request. */
export function pickSettings({
  product,
  product_model,
  colour,
  model_style,
  background,
  model_gender,
  design_size,
  side,
  placement,
  scene,
}: RenderSettings): RenderSettings {
  return {
    product,
    product_model,
    colour,
    model_style,
    background,
    model_gender,
    design_size,
    ...withSide(side),
    ...withPlacement(placement),
    ...withScene(scene),
  }
}

/** Settings in the names of the database's columns. `fromColumns` is its inverse. */
export function toColumns({
  product,
  product_model,
  colour,
  model_style,
  background,
  model_gender,
  design_size,
  side = FRONT,
  placement,
  scene,
}: RenderSettings): Omit<SettingsColumns, 'placement'> & { placement?: Placement } {
  return {
    product,
    productModel: product_model,
    colour,
    modelStyle: model_style,
    background,
    modelGender: model_gender,
    designSize: design_size,
    side,
    sceneId: scene ?? null,
    ...withPlacement(placement),
  }
}

/** The choices of a stored mockup. Rows are checked when they are written, not when they are read. */
export function fromColumns({
  product,
  productModel,
  colour,
  modelStyle,
  background,
  modelGender,
  designSize,
  side,
  placement,
  sceneId,
}: SettingsColumns): RenderSettings {
  return {
    product,
    product_model: productModel,
    colour,
    model_style: modelStyle,
    background,
    model_gender: modelGender,
    design_size: designSize,
    ...withSide(side),
    ...withPlacement(placement as Placement | null),
    ...withScene(sceneId),
  } as RenderSettings
}

/** Whether two pictures are of the same choices but for the colour. */
export function isSameButColour(one: RenderSettings, other: RenderSettings): boolean {
  const written = (settings: RenderSettings) => JSON.stringify({ ...pickSettings(settings), colour: null })
  return written(one) === written(other)
}

/** What the studio chooses its shots by. */
export const toShotRequest = (settings: RenderSettings): ShotRequest => ({
  product: settings.product,
  baseModel: settings.product_model,
  style: settings.model_style,
  background: settings.background,
  gender: settings.model_gender,
  side: settings.side,
})

/** All that the studio is asked for but the design; null for a colour that is not in the catalogue. */
export function toStudioChoices(settings: RenderSettings) {
  const colour = toProductColour(settings.colour)
  const { design_size: designSize, placement = null } = settings
  return colour && { ...toShotRequest(settings), colour, designSize, placement }
}

/** A colour of the catalogue as the studio has it; null where there is none of this name. */
export function toProductColour(value: string): ProductColour | null {
  const colour = findColour(value)
  return colour ? { hex: colour.hex, heather: colour.isHeather } : null
}
