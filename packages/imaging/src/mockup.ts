import { type Composition, compose } from '@printroom/studio/compose'
import type { Placement } from '@printroom/studio/geometry/placement'
import type { SizeName } from '@printroom/studio/plate/manifest'
import type { Design, ProductColour } from '@printroom/studio/plate/plate'
import { type Shot, type ShotRequest, chooseShot } from '@printroom/studio/plate/shot'
import { onSide } from '@printroom/studio/plate/side'
import { decodeDesign, encodeJpeg, thumbnails } from './encode.ts'
import { withPooledPicture } from './picture-pool.ts'
import type { Studio } from './studio.ts'

export type MockupRequest = ShotRequest & {
  /** The design's PNG: its file, or its print copy. */
  design: Uint8Array
  colour: ProductColour
  designSize: SizeName
  /** Where its seller has put the design; otherwise its size says it. */
  placement?: Placement | null
  /** The how-many-th picture of the same settings, from 0. Any 8 in a row are 8 different shots. */
  ordinal: number
  /** Repeats a shot instead of choosing one: the same picture in another colour. */
  shot?: Shot
  /** Side of the square picture in pixels. Default 2048. */
  size?: number
}

export type Mockup = {
  /** sRGB JPEG, 4:4:4, marked as made without generative AI. */
  jpeg: Uint8Array
  /** 512 px WebP. */
  thumbnail: Uint8Array
  /** 352 px WebP. */
  card: Uint8Array
  width: number
  height: number
  shot: Shot
}

export type MockupResult = { ok: true; mockup: Mockup } | { ok: false; reason: 'not-served' | 'unreadable-design' }

export type RenderOptions = {
  /** Called with whole percentages from 0 to 100, never falling. */
  onProgress?: (percent: number) => void
  /** Checked between stages; an aborted render rejects with the signal's reason. */
  signal?: AbortSignal
}

const SIZE = 2048

/** Everything that a picture of an order is composed from, or why there is none. */
export type Preparation =
  | { ok: true; shot: Shot; composition: Omit<Composition, 'size' | 'onProgress'> }
  | { ok: false; reason: 'not-served' | 'unreadable-design' }

/** Chooses the shot and has its plate, backdrop and design decoded. */
export async function prepareComposition(studio: Studio, request: MockupRequest): Promise<Preparation> {
  const shot = request.shot ?? chooseShot(studio.plates, request, request.ordinal)
  const manifest = studio.plates.find(
    ({ product, geometry }) => product === shot?.product && geometry === shot.geometry,
  )
  if (!shot || !manifest) return { ok: false, reason: 'not-served' }
  const [plate, backdrop, design] = await Promise.all([
    studio.loadPlate(shot.product, shot.geometry),
    studio.loadBackdrop(manifest.rig, request.background),
    decodeDesign(request.design).catch((): Design | null => null),
  ])
  if (!design) return { ok: false, reason: 'unreadable-design' }
  const { colour, designSize: sizeName, placement = null, background, side } = request
  const sided = onSide(plate, side)
  return {
    ok: true,
    shot,
    composition: { plate: sided, backdrop, design, colour, sizeName, placement, background, shot },
  }
}

/**
 * Chooses the shot, composes the picture and encodes it: about a quarter of a second of one core at 2048 × 2048, beside
 * decoding the design, the thumbnail, and about a second the first time a plate is wanted.
 */
export async function renderMockup(
  studio: Studio,
  request: MockupRequest,
  { onProgress, signal }: RenderOptions = {},
): Promise<MockupResult> {
  const prepared = await prepareComposition(studio, request)
  if (!prepared.ok) return prepared
  onProgress?.(10)
  signal?.throwIfAborted()
  const size = request.size ?? SIZE
  const [jpeg, small] = await withPooledPicture(size, async (into) => {
    const picture = compose({
      ...prepared.composition,
      size,
      into,
      onProgress: (percent) => onProgress?.(10 + Math.floor(percent * 0.8)),
    })
    signal?.throwIfAborted()
    return Promise.all([encodeJpeg(picture, 'studio'), thumbnails(picture)])
  })
  onProgress?.(100)
  return { ok: true, mockup: { jpeg, ...small, width: size, height: size, shot: prepared.shot } }
}
