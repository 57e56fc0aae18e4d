import type { BackdropManifest, PlateManifest, SizeName } from './plate/manifest.ts'
import { isPlainBackdrop } from './backdrop/plain-backdrop.ts'
import { hasCloth } from './material/has-cloth.ts'
import { type Placement, placePrint } from './geometry/placement.ts'
import type { ProductColour } from './plate/plate.ts'
import { type ShotRequest, chooseShot } from './plate/shot.ts'
import { printOn } from './plate/side.ts'

/** Raised with every change of the compositor or the encoder that changes pixels: what is equal after it is not what was before. */
export const COMPOSITOR_VERSION = 3

/** A plate or a backdrop, and what tells its pictures from other ones. */
export type Versioned<Manifest> = { manifest: Manifest; version: string }

export type PictureRequest = ShotRequest & {
  colour: ProductColour
  designSize: SizeName
  placement?: Placement | null
  /** The how-many-th picture of the same settings, from 0. */
  ordinal: number
  /** `content` names the design's pixels; its size is in pixels. */
  design: { content: string; width: number; height: number }
}

/**
 * Everything that the pixels of a picture depend on, as plain data, and nothing else: two requests with equal descriptions
 * are the same picture, whatever they call it. Null when no plate serves the request. What is drawn is described, not what
 * was chosen: a gender that no plate asks for, a base model whose cut is another's, a size that the print area does not
 * allow, a placement that is where a size puts the design or a second name of a colour change nothing.
 */
export function describePicture(
  plates: readonly Versioned<PlateManifest>[],
  backdrops: readonly Versioned<BackdropManifest>[],
  request: PictureRequest,
) {
  const { background, colour, design } = request
  const shot = chooseShot(
    plates.map(({ manifest }) => manifest),
    request,
    request.ordinal,
  )
  const plate = plates.find(({ manifest }) => manifest.product === shot?.product && manifest.geometry === shot.geometry)
  if (!shot || !plate) return null
  const backdrop = backdrops.find(
    ({ manifest }) => manifest.rig === plate.manifest.rig && manifest.background === background,
  )
  const { x, y, scale } = shot.frame
  const area = printOn(plate.manifest, request.side)
  return {
    compositor: COMPOSITOR_VERSION,
    plate: plate.version,
    // The keys of this description are hashed and the hashes stored, so that these two keep the names they were stored by.
    ground: backdrop?.version ?? null,
    paper: isPlainBackdrop(background) ? background : null,
    light: shot.light.gains,
    frame: { x, y, scale },
    grain: shot.seed,
    print: placePrint({ print: area }, request.designSize, design, request.placement),
    // Of the plate's own side its version says it.
    ...(area !== plate.manifest.print && { area }),
    // No fibres are mixed where no cloth is drawn.
    colour: { hex: colour.hex.toUpperCase(), heather: colour.heather && hasCloth(plate.manifest.material) },
    design: design.content,
  }
}
