import type { Exposure } from './exposure.ts'
import { lightOfCode } from './light.ts'
import { LIGHT_GROUPS } from './light-groups.ts'
import type { Light } from './manifest.ts'
import type { Ground, Layer, Plate } from './plate.ts'
import type { RowSource } from './resample.ts'
import type { Rgb } from './srgb.ts'

const CHANNELS = [0, 1, 2] as const

/** A plain ground: every group lights it alike, so that only the gains weigh. */
const EVEN: Layer = { width: 1, height: 1, channels: 1, range: 1, data: Uint8Array.of(255) }

/**
 * Light of the ground with the product on it over the empty ground's, in planar rows of three channels. It has
 * no texture of its own: it may be taken at the shadows' size, whatever the ground's.
 */
export function groundRatio(plate: Plate, ground: Ground | null, light: Light, albedo: Rgb): RowSource {
  const { width, height } = plate.groups.key.sw
  const mixes = CHANNELS.map((c) =>
    LIGHT_GROUPS.map((group) => {
      const { sw, sk } = plate.groups[group]
      if (sw.width !== width || sk.width !== width) throw new RangeError('the shadows of a plate must have one size')
      const empty = ground?.groups[group] ?? EVEN
      const towardsWhite = albedo[c] / plate.manifest.albedo
      return {
        sw: sw.data,
        sk: sk.data,
        ofW: lightOfCode(sw, towardsWhite),
        ofK: lightOfCode(sk, 1 - towardsWhite),
        empty,
        channel: empty.channels === 3 ? c : 0,
        ofEmpty: lightOfCode(empty, light.gains[group][c]),
      }
    }),
  )
  const all = new Float32Array(width)
  // Where each pixel of a shadow lies in a row of the ground.
  const column = Int32Array.from({ length: width }, (_, x) => Math.floor(((x + 0.5) * (ground?.groups.key.width ?? 1)) / width))
  return {
    width,
    height,
    channels: 3,
    read(y, into) {
      mixes.forEach((groups, c) => {
        const line = into.subarray(c * width, (c + 1) * width).fill(0)
        all.fill(0)
        for (const { sw, sk, ofW, ofK, empty, channel, ofEmpty } of groups) {
          const { data, channels } = empty
          const row = Math.floor(((y + 0.5) * empty.height) / height) * empty.width
          if (empty === EVEN) addEven(line, all, sw, sk, ofW, ofK, y * width, ofEmpty[255]!)
          else
            for (let x = 0, at = y * width; x < width; x++, at++) {
              const share = ofEmpty[data[(row + column[x]!) * channels + channel]!]!
              all[x]! += share
              line[x]! += share * (ofW[sw[at]!]! + ofK[sk[at]!]!)
            }
        }
        for (let x = 0; x < width; x++) line[x] = all[x]! > 0 ? line[x]! / all[x]! : 1
      })
    },
  }
}

function addEven(
  line: Float32Array,
  all: Float32Array,
  sw: Uint8Array,
  sk: Uint8Array,
  ofW: Float32Array,
  ofK: Float32Array,
  from: number,
  share: number,
): void {
  all.fill(all[0]! + share)
  for (let x = 0, at = from; x < line.length; x++, at++) line[x]! += share * (ofW[sw[at]!]! + ofK[sk[at]!]!)
}

/**
 * Light of an empty ground with a picture, in planar rows of three channels. It is exposed like the product; a
 * paper, whose colour is promised, so that its tint is true on the whole.
 */
export function groundLight({ groups }: Ground, light: Light, exposure: Exposure, tint: Rgb | null): RowSource {
  const { width, height } = groups.key
  const gains = tint ? CHANNELS.map((c) => tint[c] / Math.max(1e-6, meanLight(groups, light, c))) : exposure.gain
  const mixes = CHANNELS.map((c) =>
    LIGHT_GROUPS.map((group) => {
      const layer = groups[group]
      const channel = layer.channels === 3 ? c : 0
      return { data: layer.data, channels: layer.channels, channel, of: lightOfCode(layer, light.gains[group][c] * gains[c]!) }
    }),
  )
  return {
    width,
    height,
    channels: 3,
    read(y, into) {
      mixes.forEach((layers, c) => {
        const line = into.subarray(c * width, (c + 1) * width).fill(0)
        for (const { data, channels, channel, of } of layers)
          for (let x = 0, at = y * width * channels + channel; x < width; x++, at += channels) line[x]! += of[data[at]!]!
      })
    },
  }
}

/** Mean light of the middle of an empty ground in one channel, at gain 1 of the exposure. */
function meanLight(groups: Ground['groups'], light: Light, c: 0 | 1 | 2): number {
  let total = 0
  for (const group of LIGHT_GROUPS) {
    const { width, height, channels, range, data } = groups[group]
    let sum = 0
    let count = 0
    for (let y = Math.floor(height * 0.2); y < height * 0.8; y += 4)
      for (let x = Math.floor(width * 0.2); x < width * 0.8; x += 4, count++)
        sum += (data[(y * width + x) * channels + (channels === 3 ? c : 0)]! / 255) ** 2
    total += (light.gains[group][c] * range * sum) / count
  }
  return total
}
