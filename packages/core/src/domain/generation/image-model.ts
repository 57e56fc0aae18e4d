import type { EncodedPicture } from '@printroom/imaging/picture'
import type { EngineInput } from './engine.ts'

/** A finished picture of a model's; `id` and `seconds` (of its computing time, where it is known) are the service's own. */
export type ModelPicture = { picture: EncodedPicture; id: string; seconds: number | null }

/** A hosted image-editing model: it takes the studio's picture of an order as its reference. */
export type ImageModel = {
  name: string
  /**
   * One of the model's pictures of an order; `variant` counts them from 0. `onProgress` hears the share of the deadline that
   * is spent, 0 to 1.
   * @returns null when an earlier attempt paid for this variant in vain
   * @throws EngineRefusal when the service will not show this order; StaleAttempt; Error when another try may succeed
   */
  makePicture(
    input: EngineInput,
    reference: Buffer,
    variant: number,
    onProgress: (share: number) => void,
  ): Promise<ModelPicture | null>
}
