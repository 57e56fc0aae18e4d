import type { Verdict } from '@printroom/imaging/fidelity/check'
import type { EncodedPicture } from '@printroom/imaging/picture'
import type { Engine, EngineInput } from './engine.ts'

/** What a picture is made of, as far as the studio is concerned. */
export type Order = Pick<EngineInput, 'settings' | 'ordinal' | 'design' | 'plates'>

/** The photo studio: an engine that also knows to the pixel what an order must look like, and mends what does not. */
export type Studio = Engine & {
  /** Whether a picture that was made elsewhere shows the order's own print. */
  checkFidelity(order: Order, picture: Uint8Array): Promise<Verdict>
  /** The order's real print laid over such a picture, where its verdict found the place. */
  overlayPrint(order: Order, picture: Uint8Array, verdict: Verdict): Promise<EncodedPicture>
  /** A picture of the order in the catalogue's colour `before`, with the product in the order's own colour. */
  recolour(order: Order, before: string, picture: Uint8Array): Promise<EncodedPicture>
}
