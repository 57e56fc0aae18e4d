import type { Picture } from '@printroom/studio/plate/plate'
import { LINEAR_OF_SRGB8, fromLinear } from '@printroom/studio/tone/srgb'
import type { Reference } from './reference.ts'
import { type Homography, invert } from './homography.ts'
import { LIMITS, type Places, type Verdict, placesOf, printAreaOf, warp } from './check.ts'
import { type Plane, blur, halve, lightOf, planeOf, sample } from './plane.ts'

/** The light of a picture against the studio's, in shares: how far a smooth light may differ, and one that shows folds. */
const SMOOTH_LIGHT = 1.8
const FOLD_LIGHT = 2.6
/** Light added before a ratio is taken: what is black says little of the light that falls on it. */
const DARK = 0.03
/** Side of the field of light, in pixels; it changes slowly. */
const FIELD = 128
/** A print that is like the order's at least this much tells its place better than the product does. */
const TRUSTED = 0.5
const CHANNELS = [0, 1, 2] as const

/**
 * The seller's real print in a picture whose own is wrong: the studio's, brought to its place by the map that was found,
 * in the light of the cloth around it. `reference` has the picture's size; the verdict may be of a smaller one.
 */
export function overlayPrint(reference: Reference, picture: Picture, { measures, product, print }: Verdict): Picture {
  const place = measures.moved <= LIMITS.moved && measures.structure.mean >= TRUSTED ? print : product
  const { area, margin } = printAreaOf(reference)
  const soft = blur(widened(reference.print, margin), Math.max(1, margin >> 2))
  const light = smoothLight(reference, picture, place, area)
  return paint(
    picture,
    place,
    soft,
    (x, y, c, own) => own(reference.picture, c) * sampleField(light[c]!, reference.picture.width, x, y),
  )
}

/**
 * The same picture with its product in another colour: what the product's mask covers takes the studio's other colour in
 * the picture's own light and folds, everything else stays as it is. `before` and `after` are one shot in both colours.
 */
export function recolour(before: Reference, after: Picture, picture: Picture): Picture {
  const { area, margin } = printAreaOf(before)
  const { product } = placesAtHalf(before, picture, area)
  const light = smoothLight(before, picture, product, null)
  const near = blur(widened(before.print, margin >> 1), Math.max(1, margin >> 2))
  const { width, height } = picture
  return paint(picture, product, before.product, (x, y, c, own, given) => {
    const flat = sampleField(light[c]!, width, x, y)
    const share = sample(near, Math.min(width - 1, x), Math.min(height - 1, y))
    // On the print the light is taken smooth: its edges never lie on each other to a hair.
    const fold = share >= 1 ? flat : hold((given(c) + DARK) / (own(before.picture, c) + DARK), FOLD_LIGHT)
    return own(after, c) * (fold + share * (flat - fold))
  })
}

const hold = (value: number, most: number): number => Math.min(most, Math.max(1 / most, value))

function placesAtHalf(reference: Reference, picture: Picture, area: Parameters<typeof placesOf>[2]): Places {
  if (picture.width < 1024) return placesOf(reference, picture, area)
  const half = (of: Picture): Picture => ({ width: of.width >> 1, height: of.height >> 1, data: halfOf(of) })
  const { left, top, right, bottom } = area
  const smaller = { left: left >> 1, top: top >> 1, right: right >> 1, bottom: bottom >> 1 }
  return placesAtHalf(
    { picture: half(reference.picture), print: halve(reference.print), product: halve(reference.product) },
    half(picture),
    smaller,
  )
}

function halfOf({ width, height, data }: Picture): Uint8Array {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8Array(w * h * 3)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w * 3; x++) {
      const at = 2 * y * width * 3 + 6 * Math.floor(x / 3) + (x % 3)
      out[y * w * 3 + x] = (data[at]! + data[at + 3]! + data[at + width * 3]! + data[at + width * 3 + 3]! + 2) >> 2
    }
  return out
}

/** Reads a value between the pixels of a picture, in linear light. */
type Reader = (of: Picture, channel: 0 | 1 | 2) => number

/** Puts new light into a picture where a mask of the studio's picture, brought there by a map, covers it. */
function paint(
  picture: Picture,
  place: Homography,
  mask: Plane,
  light: (x: number, y: number, channel: 0 | 1 | 2, own: Reader, given: (channel: 0 | 1 | 2) => number) => number,
): Picture {
  const { width, height } = picture
  const back = invert(place)
  const data = Uint8Array.from(picture.data)
  let [x, y, at] = [0, 0, 0]
  const own: Reader = (of, c) => between(of, x, y, c)
  const given = (c: 0 | 1 | 2) => LINEAR_OF_SRGB8[picture.data[at + c]!]!
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [u, v] = [(column + 0.5 - width / 2) / width, (row + 0.5 - height / 2) / width]
      const w = width / (back[6] * u + back[7] * v + back[8])
      x = (back[0] * u + back[1] * v + back[2]) * w + width / 2 - 0.5
      y = (back[3] * u + back[4] * v + back[5]) * w + height / 2 - 0.5
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) continue
      const share = sample(mask, x, y)
      if (share < 0.004) continue
      at = (row * width + column) * 3
      for (const c of CHANNELS) {
        const before = given(c)
        data[at + c] = srgb8Of(before + share * (light(x, y, c, own, given) - before))
      }
    }
  return { width, height, data }
}

function between({ width, data }: Picture, x: number, y: number, c: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [x - left, y - top]
  const at = (top * width + left) * 3 + c
  const read = (offset: number) => LINEAR_OF_SRGB8[data[at + offset]!]!
  const upper = read(0) + fx * (read(3) - read(0))
  const lower = read(width * 3) + fx * (read(width * 3 + 3) - read(width * 3))
  return upper + fy * (lower - upper)
}

const SRGB8 = Uint8Array.from({ length: 4097 }, (_, i) => Math.round(255 * fromLinear(i / 4096)))
/** Steps of 1/4096 are finer than an 8-bit value except in the deepest black, where they are one. */
const srgb8Of = (light: number): number => SRGB8[Math.round(4096 * Math.min(1, Math.max(0, light)))]!

/** The picture's light over the studio's where there is cloth outside `without`, carried on smoothly into it. */
function smoothLight(
  reference: Reference,
  picture: Picture,
  place: Homography,
  without: Parameters<typeof placesOf>[2] | null,
): Plane[] {
  const { width } = reference.picture
  const cloth = planeOf(width, reference.picture.height, (at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isPrint = without && x >= without.left && x < without.right && y >= without.top && y < without.bottom
    return isPrint ? 0 : reference.product.data[at]!
  })
  const mask = reduce(cloth)
  const reach = without ? Math.ceil((FIELD * (without.right - without.left)) / width / 2) : 3
  const weight = blur(mask, reach)
  return CHANNELS.map((c) => {
    const own = reduce(lightOf(reference.picture, c))
    const given = warp(reduce(lightOf(picture, c)), place, { left: 0, top: 0, right: own.width, bottom: own.height })
    const [below, above] = [own, given].map((light) =>
      blur(
        planeOf(own.width, own.height, (at) => light.data[at]! * mask.data[at]!),
        reach,
      ),
    )
    return planeOf(own.width, own.height, (at) => {
      const known = DARK * weight.data[at]!
      return weight.data[at]! < 1e-4 ? 1 : hold((above!.data[at]! + known) / (below!.data[at]! + known), SMOOTH_LIGHT)
    })
  })
}

function reduce(plane: Plane): Plane {
  let small = plane
  while (small.width >= 2 * FIELD) small = halve(small)
  return small
}

function sampleField(field: Plane, width: number, x: number, y: number): number {
  const scale = field.width / width
  return sample(field, (x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5)
}

/** A mask that reaches this many pixels further on each side. */
const widened = (mask: Plane, by: number): Plane => {
  const wide = blur(mask, Math.max(1, by >> 1))
  return planeOf(mask.width, mask.height, (at) => (wide.data[at]! > 0.05 ? 1 : 0))
}
