import type { BatchItem, BatchRefusal } from '@printroom/contract/batches'
import { DEFAULT_DESIGN_SIZE, FRONT, labelOf } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { ERRORS } from '@printroom/contract/errors'
import { type RenderSettings, settingsSchema } from '@printroom/contract/schemas'
import type { EngineFacts } from '../generation/engine.ts'

/** A picture that a batch asks for, and can be made. `place`: of its side, where the design is put once its shape is known. */
export type BatchPicture = { designId: string; settings: RenderSettings; title: string | null; place: string | null }
/** What a batch asks for, and what of it cannot be made. `asked`: how many pictures they are; of too many, none is named. */
export type Wanted = { asked: number; pictures: BatchPicture[]; refused: BatchRefusal[] }

/** The choices of a picture as words that nobody has checked. */
export type Choices = Omit<BatchItem, 'design_id' | 'title'>

/** The choices as an order has them, or why they are none, in a sentence without its end's stop. */
export function settle(
  choices: Choices,
  engine: Pick<EngineFacts, 'canMake'>,
): { settings: RenderSettings } | { error: string } {
  const read = settingsSchema.safeParse({ ...choices, design_size: choices.design_size || DEFAULT_DESIGN_SIZE })
  if (!read.success) return { error: read.error.issues.map(({ message }) => message).join('; ') }
  return engine.canMake(read.data) ? { settings: read.data } : { error: ERRORS.not_available[1].replace(/\..*$/, '') }
}

/** The choices of a picture in words, as `T-Shirt, Bella+Canvas 3001, Black, Flat Lay, Wood Texture`. */
export const inWords = ({
  product,
  product_model,
  colour,
  model_style,
  background,
  model_gender,
  side,
}: Choices): string =>
  [
    labelOf(product),
    product_model ? labelOf(product_model) : null,
    findColour(colour)?.label ?? labelOf(colour),
    labelOf(model_style),
    labelOf(background),
    model_gender ? labelOf(model_gender) : null,
    side && side !== FRONT ? labelOf(side) : null,
  ]
    .filter(Boolean)
    .join(', ')
