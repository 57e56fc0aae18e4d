import type { PlateManifest } from '../src/plate/manifest.ts'
import type { Design, Layer, Plate } from '../src/plate/plate.ts'

const ONES = [1, 1, 1] as [number, number, number]
const coded = { range: 1 }
const ratio = { range: (255 / 224) ** 2 }
const group = { w: coded, k: coded, sw: ratio, sk: ratio }

/** The light on the flat product, at albedo 0.80 and 0, each group. */
export const WHITE_LIGHT = 0.25
export const GLOSS = 0.0025

export const manifest: PlateManifest = {
  version: 1,
  product: 't-shirt',
  geometry: 'flat',
  rig: 'flat-lay',
  serves: [
    { style: 'flat-lay', baseModels: ['gildan-64000'], backgrounds: ['white-studio', 'neutral-gray'], genders: [] },
  ],
  size: 512,
  pattern: { x0: -0.5, y0: -0.5, width: 1, height: 1 },
  print: { centerX: 0, centerY: 0, maxWidthIn: 13, maxHeightIn: 16, sizesIn: { small: 8, medium: 10, large: 12 } },
  albedo: 0.8,
  groups: { key: group, fill: group, env: group },
  material: 'jersey',
  lamps: { key: [-0.7, 0.4, 0.6], fill: [0.7, 0, 0.7], env: [0, 0.3, 0] },
  lights: [{ name: 'even', gains: { key: ONES, fill: ONES, env: ONES } }],
  frames: [{ name: 'full', x: 0.5, y: 0.5, scale: 1 }],
}

export const encode = (value: number, range: number): number => Math.round(255 * Math.sqrt(value / range))

/**
 * A flat square product of 0.8 m in a frame of 1 m, evenly lit, one pattern metre across the plate. Its shadow
 * halves the backdrop's light in the strip left of it, from a twentieth of the frame on.
 */
export function flatPlate(size: number, changes: Partial<PlateManifest> = {}): Plate {
  const isProduct = (x: number, y: number) => Math.abs(x / size - 0.5) < 0.4 && Math.abs(y / size - 0.5) < 0.4
  const layer = (range: number, value: (x: number, y: number) => number): Layer => {
    const data = Uint8Array.from({ length: size * size }, (_, i) => value((i % size) + 0.5, Math.floor(i / size) + 0.5))
    return { width: size, height: size, channels: 1, range, data }
  }
  const inProduct = (light: number) => layer(1, (x, y) => (isProduct(x, y) ? encode(light, 1) : 0))
  const shadow = layer(ratio.range, (x) => (x < size * 0.1 && x > size * 0.05 ? encode(0.5, ratio.range) : 224))
  const groups = { white: inProduct(WHITE_LIGHT), black: inProduct(GLOSS), whiteShadow: shadow, blackShadow: shadow }
  const map = {
    width: size,
    height: size,
    u: Uint16Array.from({ length: size * size }, (_, i) => (((i % size) + 0.5) / size) * 65_535),
    v: Uint16Array.from({ length: size * size }, (_, i) => (1 - (Math.floor(i / size) + 0.5) / size) * 65_535),
    coverage: Uint8Array.from({ length: size * size }, (_, i) =>
      isProduct((i % size) + 0.5, Math.floor(i / size) + 0.5) ? 255 : 0,
    ),
  }
  return { manifest: { ...manifest, size, ...changes }, map, groups: { key: groups, fill: groups, env: groups } }
}

/** A design painted by a function of the pixel, straight RGBA. */
export function paint(width: number, height: number, of: (x: number, y: number) => readonly number[]): Design {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(of(x, y), (y * width + x) * 4)
  return { width, height, data }
}
