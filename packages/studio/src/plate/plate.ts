import type { LightGroup } from '../light/light-groups.ts'
import type { BackdropManifest, PlateManifest } from './manifest.ts'

/** One 8-bit layer, encoded as round(255·sqrt(value / range)). One channel, or three when it has colour. */
export type Layer = { width: number; height: number; channels: 1 | 3; range: number; data: Uint8Array }

/** The map of the product: u and v in 16 bits of the flat pattern (not premultiplied), coverage in 8 bits. */
export type UvMap = { width: number; height: number; u: Uint16Array; v: Uint16Array; coverage: Uint8Array }

/**
 * What is rendered of the product in one light group: the light on it when it is white and when it is black, and the light
 * on what stands around it, a white or a black product's shadow in it, over that without a product.
 */
export type Passes = { white: Layer; black: Layer; whiteShadow: Layer; blackShadow: Layer }

/** The keys of the passes in `plate.json`, which are also in the names of a plate's files. */
export const STORED_PASS = { white: 'w', black: 'k', whiteShadow: 'sw', blackShadow: 'sk' } as const satisfies Record<
  keyof Passes,
  string
>

/** A geometry with all its light, decoded and ready to compose. */
export type Plate = {
  manifest: PlateManifest
  map: UvMap
  groups: Record<LightGroup, Passes>
}

/**
 * The radiance of an empty backdrop, a layer a light group; `passing`: the share of the key light that leaves or a window's
 * bars let through to it, and to the product, of range 1.
 */
export type Backdrop = { manifest: BackdropManifest; groups: Record<LightGroup, Layer>; passing?: Layer }

/** Straight (not premultiplied) 8-bit RGBA in sRGB, row by row. */
export type Design = { width: number; height: number; data: Uint8Array | Uint8ClampedArray }

/** The product's colour as the catalogue has it. A heather is drawn as fibres whose mean is the hex. */
export type ProductColour = { hex: string; heather: boolean }

/** 8-bit RGB in sRGB, row by row. */
export type Picture = { width: number; height: number; data: Uint8Array }
