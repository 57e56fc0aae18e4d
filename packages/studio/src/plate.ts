import type { LightGroup } from './light-groups.ts'
import type { GroundManifest, PlateManifest } from './manifest.ts'

/** One 8-bit layer, coded as round(255·sqrt(value / range)). One channel, or three when it has colour. */
export type Layer = { width: number; height: number; channels: 1 | 3; range: number; data: Uint8Array }

/** The map of the product: u and v in 16 bits of pattern space (not premultiplied), coverage in 8 bits. */
export type PatternMap = { width: number; height: number; u: Uint16Array; v: Uint16Array; coverage: Uint8Array }

/** A geometry with all its light, decoded and ready to compose. */
export type Plate = {
  manifest: PlateManifest
  map: PatternMap
  groups: Record<LightGroup, { w: Layer; k: Layer; sw: Layer; sk: Layer }>
}

/** The radiance of an empty ground, a layer a light group. */
export type Ground = { manifest: GroundManifest; groups: Record<LightGroup, Layer> }

/** Straight (not premultiplied) 8-bit RGBA in sRGB, row by row. */
export type Design = { width: number; height: number; data: Uint8Array | Uint8ClampedArray }

/** The product's colour as the catalogue has it. A heather is drawn as fibres whose mean is the hex. */
export type ProductColour = { hex: string; heather: boolean }

/** 8-bit RGB in sRGB, row by row. */
export type Picture = { width: number; height: number; data: Uint8Array }
