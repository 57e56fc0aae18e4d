import type { Frame } from './manifest.ts'
import type { Layer, Passes, Plate, UvMap } from './plate.ts'

/** Plates are halved while they have at least this many pixels for one of the picture: below it the cubic suffices. */
const HALVE_FROM = 1.6

const halved = new WeakMap<Plate, Plate>()

/** The plate itself, or a halved copy fit for a small picture; kept with the plate. */
export function fitPlate(plate: Plate, frame: Frame, size: number): Plate {
  if (plate.map.width * frame.scale < HALVE_FROM * size) return plate
  let half = halved.get(plate)
  if (!half) {
    half = halve(plate)
    halved.set(plate, half)
  }
  return fitPlate(half, frame, size)
}

function halve({ manifest, map, groups }: Plate): Plate {
  // Layers smaller than the map wait until it has come down to them.
  const fits = (layer: Layer) => (layer.width >= map.width ? halveLayer(layer) : layer)
  const each = ({ white, black, whiteShadow, blackShadow }: Passes) => ({
    white: fits(white),
    black: fits(black),
    whiteShadow: fits(whiteShadow),
    blackShadow: fits(blackShadow),
  })
  return {
    manifest,
    map: halveMap(map),
    groups: { key: each(groups.key), fill: each(groups.fill), env: each(groups.env) },
  }
}

/**
 * Mean of 2 × 2 in light, encoded again: codes are square roots of light. Each root is drawn where it is wanted, in a
 * quarter of the time in which a table of all sums would be looked up.
 */
function halveLayer({ width, height, channels, range, data }: Layer): Layer {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8Array(w * h * channels)
  const line = width * channels
  for (let y = 0, to = 0; y < h; y++)
    for (let x = 0, at = 2 * y * line; x < w; x++, at += channels)
      for (let channel = 0; channel < channels; channel++, at++, to++) {
        const a = data[at]!
        const b = data[at + channels]!
        const c = data[at + line]!
        const d = data[at + line + channels]!
        out[to] = Math.sqrt((a * a + b * b + c * c + d * d) / 4) + 0.5
      }
  return { width: w, height: h, channels, range, data: out }
}

/** Coverage is averaged; u and v are those of the middle, or of one pixel where the four are not one piece. */
function halveMap({ width, height, u, v, coverage }: UvMap): UvMap {
  const [w, h] = [width >> 1, height >> 1]
  const out = {
    width: w,
    height: h,
    u: new Uint16Array(w * h),
    v: new Uint16Array(w * h),
    coverage: new Uint8Array(w * h),
  }
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const a = 2 * y * width + 2 * x
      const b = a + 1
      const c = a + width
      const d = c + 1
      const to = y * w + x
      out.coverage[to] = Math.round((coverage[a]! + coverage[b]! + coverage[c]! + coverage[d]!) / 4)
      out.u[to] = middle(u[a]!, u[b]!, u[c]!, u[d]!)
      out.v[to] = middle(v[a]!, v[b]!, v[c]!, v[d]!)
    }
  return out
}

const middle = (a: number, b: number, c: number, d: number): number =>
  Math.max(a, b, c, d) - Math.min(a, b, c, d) > 0.012 * 65_535 ? a : Math.round((a + b + c + d) / 4)
