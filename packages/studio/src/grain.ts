import { hash } from './random.ts'

const SIDE = 512
/** Deviation in 8-bit codes: a full-frame camera at its base sensitivity, after scaling down. */
const STRENGTH = 0.85

let tile: Float32Array | undefined

/**
 * Noise of a tile of 512 × 512, deviation about one code, slightly coarser than a pixel as a sensor's is after
 * its colour filter. Repeats without a seam; made once a process, the same in every process.
 */
export function grainTile(): { side: number; data: Float32Array } {
  if (!tile) {
    const raw = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
      const bits = hash(i, 77)
      return (((bits & 0xffff) + (bits >>> 16)) / 65_536 - 1) * 2.45 // two uniforms: near enough to a bell
    })
    const at = (x: number, y: number) => raw[(y & (SIDE - 1)) * SIDE + (x & (SIDE - 1))]!
    tile = raw.map((value, i) => {
      const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
      return STRENGTH * (0.86 * value + 0.25 * (at(x + 1, y) + at(x, y + 1)))
    })
  }
  return { side: SIDE, data: tile }
}

/** Share of the grain at an sRGB code: less in the lights, none at pure white, which must stay 255. */
export const GRAIN_AT_CODE = Float32Array.from({ length: 257 }, (_, code) => Math.min(1, Math.max(0, (254.4 - code) / 60)) ** 0.7 )
