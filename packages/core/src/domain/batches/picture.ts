import type { BatchItem, BatchRefusal } from '@printroom/contract/batches'
import { DEFAULT_DESIGN_SIZE, DESIGN_SIZES, FRONT, labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { ERRORS } from '@printroom/contract/errors'
import { SCENE } from '@printroom/contract/scenes'
import { type RenderSettings, settingsSchema } from '@printroom/contract/schemas'
import { AppError } from '../../errors.ts'
import type { EngineFacts, ScenePlate } from '../generation/engine.ts'
import { type OwnScene, settingsOf } from '../scenes/order.ts'

/**
 * A picture that a batch asks for, and can be made. `scene`: the seller's own that it is made on; `place`: of its side, where
 * the design is put once its shape is known.
 */
export type BatchPicture = Settled & { designId: string; title: string | null; place: string | null }
/** What a batch asks for, and what of it cannot be made. `asked`: how many pictures they are; of too many, none is named. */
export type Wanted = { asked: number; pictures: BatchPicture[]; refused: BatchRefusal[] }

/** The choices of a picture as words that nobody has checked. */
export type Choices = Omit<BatchItem, 'design_id' | 'title'>

/** What a picture can be asked for with: what the engine makes, and the seller's own scenes by id. */
export type Offered = { engine: Pick<EngineFacts, 'canMake'>; own?: ReadonlyMap<string, OwnScene> }

type Settled = { settings: RenderSettings; scene: ScenePlate | null }

/** The choices as an order has them, or why they are none, in a sentence without its end's stop. */
export function settle(choices: Choices, offered: Offered): Settled | { error: string } {
  if (choices.scene) return settleOnScene(choices, offered.own?.get(choices.scene.toLowerCase()))
  const read = settingsSchema.safeParse({ ...choices, design_size: choices.design_size || DEFAULT_DESIGN_SIZE })
  if (!read.success) return { error: read.error.issues.map(({ message }) => message).join('; ') }
  return offered.engine.canMake(read.data)
    ? { settings: read.data, scene: null }
    : { error: ERRORS.not_available[1].replace(/\..*$/, '') }
}

function settleOnScene(
  { product, colour, design_size: size, placement }: Choices,
  scene: OwnScene | undefined,
): Settled | { error: string } {
  if (!scene) return { error: withoutStop(SCENE.isGone) }
  const designSize = size ? DESIGN_SIZES.find((each) => each === size) : DEFAULT_DESIGN_SIZE
  if (!designSize) return { error: `design_size is one of ${DESIGN_SIZES.join(', ')}` }
  if (product && product !== scene.product)
    return { error: `this scene shows another product: ${labelOf(scene.product)}` }
  try {
    return settingsOf(scene, { colour: colour || undefined, design_size: designSize, placement })
  } catch (error) {
    if (error instanceof AppError) return { error: withoutStop(error.message) }
    throw error
  }
}

const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '')

/** The choices of a picture in words, as `T-Shirt, Bella+Canvas 3001, Black, Flat Lay, Wood Texture`, or `Mug, Black, On the desk`. */
export const inWords = (
  { product, product_model, colour, model_style, background, model_gender, side, scene }: Choices,
  own?: Offered['own'],
): string =>
  [
    labelOf(product),
    product_model ? labelOf(product_model) : null,
    findColour(colour)?.label ?? labelOf(colour),
    scene ? (own?.get(scene.toLowerCase())?.name ?? 'a scene of your own') : null,
    labelOf(model_style),
    labelOf(background),
    model_gender ? labelOf(model_gender) : null,
    side && side !== FRONT ? labelOf(side) : null,
  ]
    .filter(Boolean)
    .join(', ')
