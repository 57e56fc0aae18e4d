import type { SizeName } from '@printroom/studio/manifest'
import type { ProductColour } from '@printroom/studio/plate'
import type { Shot, ShotRequest } from '@printroom/studio/shot'
import type { Studio } from './studio.ts'

export type MockupRequest = ShotRequest & {
  /** The design's PNG, as stored. */
  design: Uint8Array
  colour: ProductColour
  designSize: SizeName
  /** The how-many-th picture of the same settings, from 0. Any 8 in a row are 8 different shots. */
  ordinal: number
  /** Repeats a shot instead of choosing one: the same picture in another colour. */
  shot?: Shot
  /** Side of the square picture in pixels. Default 2048. */
  size?: number
}

export type Mockup = {
  /** sRGB JPEG, 4:4:4. */
  jpeg: Uint8Array
  /** 512 px WebP. */
  thumbnail: Uint8Array
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

/** Chooses the shot, composes the picture and encodes it: about a second at 2048 × 2048 on one core. */
export async function renderMockup(studio: Studio, request: MockupRequest, options: RenderOptions = {}): Promise<MockupResult> {
  throw new Error(`not written yet: ${studio.plates.length} ${request.product} ${options.signal?.aborted}`)
}
