import { type Exposure, GLOSS_KEPT } from './exposure.ts'
import { LIGHT_GROUPS } from './light-groups.ts'
import type { Light } from './manifest.ts'
import type { Layer, Plate } from './plate.ts'
import type { RowSource } from './resample.ts'

/** Light of each code of a layer in one channel, the shot's gain and exposure in it. */
export function lightOfCode(layer: Layer, gain: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, code) => gain * layer.range * (code / 255) ** 2)
}

/** Whether the light is one grey, so that one channel stands for three. */
export function isNeutral(light: Light, exposure: Exposure): boolean {
  return LIGHT_GROUPS.every((group) => {
    const [red, green, blue] = light.gains[group].map((gain, c) => gain * exposure.gain[c]!)
    return Math.abs(red! - green!) < 1e-4 * green! && Math.abs(blue! - green!) < 1e-4 * green!
  })
}

/**
 * The product's light, all groups mixed, in planar rows: first the diffuse light of each channel (to be
 * multiplied by the albedo), then the gloss of each. Both premultiplied by coverage. Mixed before it is
 * resampled, in linear light: cheaper, and highlights keep their size.
 */
export function productLight({ groups, manifest }: Plate, light: Light, exposure: Exposure): RowSource {
  const { width, height } = groups.key.w
  const colours = isNeutral(light, exposure) ? [1] : [0, 1, 2]
  const mixes = colours.map((c) =>
    LIGHT_GROUPS.map((group) => {
      const { w, k } = groups[group]
      if (w.width !== width || k.width !== width) throw new RangeError('the layers of a plate must have one size')
      const gain = light.gains[group][c]! * exposure.gain[c]!
      return { w: w.data, k: k.data, ofW: lightOfCode(w, gain / manifest.albedo), ofK: lightOfCode(k, gain) }
    }),
  )
  const perAlbedo = 1 / manifest.albedo
  const kept = GLOSS_KEPT[manifest.material]
  return {
    width,
    height,
    channels: 2 * colours.length,
    read(y, into) {
      mixes.forEach(([key, fill, env], c) => {
        const [kw, fw, ew] = [key!.w, fill!.w, env!.w]
        const [kk, fk, ek] = [key!.k, fill!.k, env!.k]
        const [kwOf, fwOf, ewOf] = [key!.ofW, fill!.ofW, env!.ofW]
        const [kkOf, fkOf, ekOf] = [key!.ofK, fill!.ofK, env!.ofK]
        const gloss = (colours.length + c) * width
        for (let x = 0, at = y * width, to = c * width; x < width; x++, at++, to++) {
          const k = kkOf[kk[at]!]! + fkOf[fk[at]!]! + ekOf[ek[at]!]!
          const diffuse = kwOf[kw[at]!]! + fwOf[fw[at]!]! + ewOf[ew[at]!]! - k * perAlbedo
          into[to] = diffuse > 0 ? diffuse : 0
          into[gloss + x] = k * kept
        }
      })
    },
  }
}
