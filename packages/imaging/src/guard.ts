import { type Composition, compose } from '@printroom/studio/compose'
import type { ProductColour } from '@printroom/studio/plate/plate'
import { evidenceOf } from './fidelity/evidence.ts'
import { JUDGED_AT, type Verdict, judge } from './fidelity/judge.ts'
import { recolour, reprint } from './fidelity/reprint.ts'
import { type MockupRequest, setStage } from './mockup.ts'
import { SIDE, decodePicture, encodePicture, type EncodedPicture } from './picture.ts'
import type { Studio } from './studio.ts'

/*
 * What stands between a picture that was made elsewhere and the seller's money. Each takes the order and the picture's
 * bytes, and composes the studio's own picture anew to hold it against: a second or two of a thread.
 */

/** Whether the order's own print is what a picture shows. @throws Error when either cannot be read */
export async function judgePicture(studio: Studio, request: MockupRequest, picture: Uint8Array): Promise<Verdict> {
  return judge(evidenceOf(await stageOf(studio, request), JUDGED_AT), await decodePicture(picture, JUDGED_AT))
}

/** The order's real print put back onto a picture, where the verdict found its place. */
export async function reprintPicture(
  studio: Studio,
  request: MockupRequest,
  picture: Uint8Array,
  verdict: Verdict,
): Promise<EncodedPicture> {
  return encodePicture(
    reprint(evidenceOf(await stageOf(studio, request), SIDE), await decodePicture(picture, SIDE), verdict),
  )
}

/** A picture of the order in the colour `before`, with its product in the order's own colour; nothing else moves. */
export async function recolourPicture(
  studio: Studio,
  request: MockupRequest,
  before: ProductColour,
  picture: Uint8Array,
): Promise<EncodedPicture> {
  const composition = await stageOf(studio, request)
  const evidence = evidenceOf({ ...composition, colour: before }, SIDE)
  return encodePicture(recolour(evidence, compose({ ...composition, size: SIDE }), await decodePicture(picture, SIDE)))
}

async function stageOf(studio: Studio, request: MockupRequest): Promise<Omit<Composition, 'size' | 'onProgress'>> {
  const stage = await setStage(studio, request)
  if (!stage.ok) throw new Error(`there is nothing to hold the picture against: ${stage.reason}`)
  return stage.composition
}
