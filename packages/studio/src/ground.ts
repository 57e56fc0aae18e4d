import type { Exposure } from './exposure.ts'
import { lightOfCode } from './light.ts'
import { LIGHT_GROUPS, type Light } from './manifest.ts'
import type { Ground, Layer, Plate } from './plate.ts'
import type { RowSource } from './resample.ts'
import { type Rgb, linearOfHex } from './srgb.ts'

/**
 * Papers that are only a tint of the rig's plain ground, as they shall look in the reference light. White is
 * not among them: it is made exact instead.
 */
const PAPERS: Record<string, string> = { 'neutral-gray': '#A9A9A8', 'light-gray': '#D4D5D6', 'off-white': '#EFECE4' }

export const isWhiteStudio = (background: string): boolean => background === 'white-studio'

/** The background whose ground picture is used: one plain ground of a rig serves all its papers. */
export const groundNameOf = (background: string): string =>
  isWhiteStudio(background) || background in PAPERS ? PLAIN : background

export const PLAIN = 'plain'

/** Light of the ground with the product on it, over the empty ground's, in planar rows of three channels. */
export function groundRatio(plate: Plate, ground: Ground, light: Light, albedo: Rgb): RowSource {
  const { width, height } = plate.groups.key.sw
  const mixes = ([0, 1, 2] as const).map((c) =>
    LIGHT_GROUPS.map((group) => {
      const { sw, sk } = plate.groups[group]
      const towardsWhite = albedo[c] / plate.manifest.albedo
      const layer = ground.groups[group]
      return {
        sw: sw.data,
        sk: sk.data,
        empty: { ...layer, colour: layer.channels === 3 ? c : 0, light: lightOfCode(layer, light.gains[group][c]) },
        ofW: lightOfCode(sw, towardsWhite),
        ofK: lightOfCode(sk, 1 - towardsWhite),
      }
    }),
  )
  return {
    width,
    height,
    channels: 3,
    read(y, into) {
      mixes.forEach((groups, c) => {
        const all = new Float32Array(width)
        const line = into.subarray(c * width, (c + 1) * width).fill(0)
        for (const { sw, sk, ofW, ofK, empty } of groups) {
          const step = empty.width / width
          const row = Math.min(empty.height - 1, Math.floor(((y + 0.5) * empty.height) / height)) * empty.width
          for (let x = 0, at = y * width; x < width; x++, at++) {
            const there = (row + Math.floor((x + 0.5) * step)) * empty.channels + empty.colour
            const share = empty.light[empty.data[there]!]!
            all[x]! += share
            line[x]! += share * (ofW[sw[at]!]! + ofK[sk[at]!]!)
          }
        }
        for (let x = 0; x < width; x++) line[x] = all[x]! > 0 ? line[x]! / all[x]! : 1
      })
    },
  }
}

/** Light of the empty ground, exposed like the product, in planar rows of three channels. */
export function groundLight({ groups }: Ground, light: Light, exposure: Exposure, background: string): RowSource {
  const { width, height } = groups.key
  const gains = paperGain(groups, light, exposure, background)
  const mixes = ([0, 1, 2] as const).map((c) =>
    LIGHT_GROUPS.map((group) => {
      const layer = groups[group]
      const channel = layer.channels === 3 ? c : 0
      return { ...layer, channel, light: lightOfCode(layer, light.gains[group][c] * gains[c]) }
    }),
  )
  return {
    width,
    height,
    channels: 3,
    read(y, into) {
      mixes.forEach((layers, c) => {
        const line = into.subarray(c * width, (c + 1) * width).fill(0)
        for (const { data, channels, channel, light: of } of layers)
          for (let x = 0, at = y * width * channels + channel; x < width; x++, at += channels) line[x]! += of[data[at]!]!
      })
    },
  }
}

/** Exposure of the ground: the product's, or for a paper what shows its tint truly at the middle of the frame. */
function paperGain(groups: Ground['groups'], light: Light, exposure: Exposure, background: string): Rgb {
  const tint = PAPERS[background]
  if (tint === undefined) return exposure.gain
  const wanted = linearOfHex(tint)
  const gain = (c: 0 | 1 | 2) => {
    const there = LIGHT_GROUPS.reduce((sum, group) => sum + light.gains[group][c] * middleOf(groups[group], c), 0)
    return wanted[c] / Math.max(1e-6, there)
  }
  return [gain(0), gain(1), gain(2)]
}

/** Mean light of the middle tenth of a layer. */
function middleOf({ width, height, channels, range, data }: Layer, c: number): number {
  let sum = 0
  let count = 0
  for (let y = Math.floor(height * 0.45); y < height * 0.55; y++)
    for (let x = Math.floor(width * 0.45); x < width * 0.55; x++, count++)
      sum += range * (data[(y * width + x) * channels + (channels === 3 ? c : 0)]! / 255) ** 2
  return sum / count
}
