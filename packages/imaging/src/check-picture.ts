import { type Composition, compose } from '@printroom/studio/compose'
import type { ProductColour } from '@printroom/studio/plate/plate'
import { composeReference } from './fidelity/reference.ts'
import { CHECKED_SIDE_PX, type Verdict, checkFidelity } from './fidelity/check.ts'
import { recolour, overlayPrint } from './fidelity/overlay.ts'
import { type MockupRequest, prepareComposition } from './mockup.ts'
import { SIDE, decodePicture, encodePicture, type EncodedPicture } from './picture.ts'
import { originOf } from './origin.ts'
import type { Studio } from './studio.ts'

/*
 * What stands between a picture that was made elsewhere and the seller's money. Each takes the order and the picture's
 * bytes, and composes the studio's own picture anew to hold it against: a second or two of a thread.
 */

/** Whether the order's own print is what a picture shows. @throws Error when either cannot be read */
export async function checkPicture(studio: Studio, request: MockupRequest, picture: Uint8Array): Promise<Verdict> {
  return checkFidelity(
    composeReference(await compositionOf(studio, request), CHECKED_SIDE_PX),
    await decodePicture(picture, CHECKED_SIDE_PX),
  )
}

/** The order's real print put back onto a picture, where the verdict found its place. */
export async function overlayPicture(
  studio: Studio,
  request: MockupRequest,
  picture: Uint8Array,
  verdict: Verdict,
): Promise<EncodedPicture> {
  return encodePicture(
    overlayPrint(
      composeReference(await compositionOf(studio, request), SIDE),
      await decodePicture(picture, SIDE),
      verdict,
    ),
    'model-and-studio',
  )
}

/** A picture of the order in the colour `before`, with its product in the order's own colour; nothing else moves. */
export async function recolourPicture(
  studio: Studio,
  request: MockupRequest,
  before: ProductColour,
  picture: Uint8Array,
): Promise<EncodedPicture> {
  const composition = await compositionOf(studio, request)
  const reference = composeReference({ ...composition, colour: before }, SIDE)
  const origin = await originOf(picture)
  return encodePicture(
    recolour(reference, compose({ ...composition, size: SIDE }), await decodePicture(picture, SIDE)),
    origin === 'model' ? 'model-and-studio' : origin,
  )
}

async function compositionOf(
  studio: Studio,
  request: MockupRequest,
): Promise<Omit<Composition, 'size' | 'onProgress'>> {
  const prepared = await prepareComposition(studio, request)
  if (!prepared.ok) throw new Error(`there is nothing to hold the picture against: ${prepared.reason}`)
  return prepared.composition
}
