import { compose } from '@printroom/studio/compose'
import type { SizeName } from '@printroom/studio/plate/manifest'
import type { Design, Picture, Plate } from '@printroom/studio/plate/plate'
import sharp, { type Sharp } from 'sharp'
import { type Reference, composeReference } from '../src/fidelity/reference.ts'
import { CHECKED_SIDE_PX, printAreaOf } from '../src/fidelity/check.ts'
import { type MockupRequest, prepareComposition } from '../src/mockup.ts'
import type { Studio } from '../src/studio.ts'

/*
 * Pictures as an image model might return them: the studio's own, relit, worn by grain and encoders, or with what such
 * models get wrong, made by ordering something else.
 */

const SIDE = 600
/** Five columns of seven bits a letter, from the left. */
const LETTERS: Record<string, number[]> = {
  A: [126, 9, 9, 9, 126],
  B: [127, 73, 73, 73, 54],
  C: [62, 65, 65, 65, 34],
  D: [127, 65, 65, 34, 28],
  E: [127, 73, 73, 73, 65],
  G: [62, 65, 73, 73, 122],
  H: [127, 8, 8, 8, 127],
  I: [0, 65, 127, 65, 0],
  K: [127, 8, 20, 34, 65],
  L: [127, 64, 64, 64, 64],
  M: [127, 2, 12, 2, 127],
  N: [127, 4, 8, 16, 127],
  O: [62, 65, 65, 65, 62],
  R: [127, 9, 25, 41, 70],
  S: [70, 73, 73, 73, 49],
  T: [1, 1, 127, 1, 1],
  U: [63, 64, 64, 64, 63],
  W: [63, 64, 56, 64, 63],
  X: [99, 20, 8, 20, 99],
  Y: [7, 8, 112, 8, 7],
  ' ': [0, 0, 0, 0, 0],
}

/** Two lines of lettering over a bar, transparent around. */
export function lettering(lines: readonly [string, string], ink: readonly [number, number, number]): Design {
  const data = new Uint8Array(SIDE * SIDE * 4)
  const fill = (
    x0: number,
    y0: number,
    width: number,
    height: number,
    [r, g, b]: readonly [number, number, number],
  ) => {
    for (let y = Math.round(y0); y < y0 + height; y++)
      for (let x = Math.round(x0); x < x0 + width; x++) data.set([r, g, b, 255], (y * SIDE + x) * 4)
  }
  lines.forEach((line, row) => {
    const dot = (SIDE - 40) / (line.length * 6)
    ;[...line].forEach((letter, index) =>
      LETTERS[letter]!.forEach((bits, column) => {
        for (let bit = 0; bit < 7; bit++)
          if (bits & (1 << bit)) fill(20 + (index * 6 + column) * dot, 60 + row * 250 + bit * dot, dot, dot, ink)
      }),
    )
  })
  fill(20, 540, SIDE - 40, 30, [ink[2], ink[0], ink[1]])
  return { width: SIDE, height: SIDE, data }
}

/** Soft hills and a sun: opaque, without an edge of its own. */
export const hills = (): Design => {
  const data = new Uint8Array(SIDE * SIDE * 4)
  for (let row = 0, at = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++, at += 4) {
      const [x, y] = [column / SIDE, row / SIDE]
      const ridge = 0.55 + 0.12 * Math.sin(7 * x) + 0.05 * Math.sin(23 * x)
      const sun = (x - 0.7) ** 2 + (y - 0.25) ** 2 < 0.015
      const leaf = 20 * Math.sin(90 * x) * Math.sin(70 * y)
      data.set(
        sun
          ? [250, 200, 60, 255]
          : y < ridge
            ? [150 + 90 * y, 170, 215 - 60 * y, 255]
            : [60 + leaf, 110 + leaf, 50 + 30 * x, 255],
        at,
      )
    }
  return { width: SIDE, height: SIDE, data }
}

const openDesign = ({ width, height, data }: Design) => sharp(data, { raw: { width, height, channels: 4 } })
async function designOf(image: Sharp): Promise<Design> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
const pngOf = (design: Design) => openDesign(design).png().toBuffer()

export async function turned(design: Design, degrees: number): Promise<Design> {
  const wide = await designOf(openDesign(design).rotate(degrees, { background: '#00000000' }))
  const [left, top] = [(wide.width - SIDE) >> 1, (wide.height - SIDE) >> 1]
  return designOf(openDesign(wide).extract({ left, top, width: SIDE, height: SIDE }))
}
export const recoloured = (design: Design, hue: number) => designOf(openDesign(design).modulate({ hue }))
export const mirrored = (design: Design) => designOf(openDesign(design).flop())
export const nothing = (): Design => ({ width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE * 4) })
/** Tiles in another order. */
export function shuffled({ width, height, data }: Design, tiles: number): Design {
  const out = new Uint8Array(data.length)
  const side = width / tiles
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [Math.floor(x / side), Math.floor(y / side)]
      const [from, under] = [(column * 3 + row * 2 + 1) % tiles, (row * 3 + column + 1) % tiles]
      const source = ((under * side + (y % side)) * width + from * side + (x % side)) * 4
      out.set(data.subarray(source, source + 4), (y * width + x) * 4)
    }
  return { width, height, data: out }
}

/** `ordinal`: which of the pictures of these settings; the first where it is absent. */
export type Order = Omit<MockupRequest, 'design' | 'ordinal'> & { design: Design; ordinal?: number }
export type Change = { design?: Design; hex?: string; size?: SizeName; right?: number; seed?: number }

/** The studio's picture of an order, with something ordered differently. `right`: the print's place, in metres. */
export async function pictureOf(
  studio: Studio,
  order: Order,
  { design = order.design, hex, size, right = 0, seed = 5 }: Change = {},
): Promise<Picture> {
  const colour = { ...order.colour, hex: hex ?? order.colour.hex }
  const prepared = await prepareComposition(studio, {
    ...order,
    design: await pngOf(design),
    colour,
    designSize: size ?? order.designSize,
    ordinal: order.ordinal ?? 0,
  })
  if (!prepared.ok) throw new Error(prepared.reason)
  const { plate, shot } = prepared.composition
  return compose({
    ...prepared.composition,
    // The plate itself where it can be: the compositor keeps what it has measured with it.
    plate: right === 0 ? plate : shifted(plate, right),
    shot: { ...shot, seed },
    size: CHECKED_SIDE_PX,
  })
}

function shifted({ manifest, ...plate }: Plate, right: number): Plate {
  const print = { ...manifest.print, centerX: manifest.print.centerX + right }
  return { ...plate, manifest: { ...manifest, print } }
}

/** The prepared of an order as it is. */
async function compositionOf(studio: Studio, order: Order) {
  const prepared = await prepareComposition(studio, {
    ...order,
    design: await pngOf(order.design),
    ordinal: order.ordinal ?? 0,
  })
  if (!prepared.ok) throw new Error(prepared.reason)
  return prepared.composition
}

/** An order's reference, and the studio's own picture of it with another grain: what a perfect model would return. */
export const shown = async (studio: Studio, order: Order) => ({
  reference: composeReference(await compositionOf(studio, order), CHECKED_SIDE_PX),
  perfect: await pictureOf(studio, order),
})

/** A second print that nobody ordered, on bare cloth below the real one: `share` of the picture's width, a third as high. */
export function strayPrint(picture: Picture, reference: Reference, share: number): Picture {
  const { width, height } = picture
  const [wide, high] = [Math.round(width * share), Math.round((width * share) / 3)]
  const { area } = printAreaOf(reference)
  const isBare = (left: number, top: number) =>
    [0, 0.25, 0.5, 0.75, 1].every((x) =>
      [0, 0.5, 1].every(
        (y) => reference.product.data[Math.round(top + y * high) * width + Math.round(left + x * wide)]! > 0.98,
      ),
    )
  for (let top = height - high - 8; top > area.bottom + 6; top -= 4)
    for (let left = area.left; left < width - wide - 8; left += 4) {
      if (!isBare(left, top)) continue
      const data = Uint8Array.from(picture.data)
      for (let y = 0; y < high; y++)
        for (let x = 0; x < wide; x++)
          // Strokes of several widths, as letters have them.
          if ((x * 7) % 23 < 9 !== y % 17 > 12) data.set([235, 60, 90], ((top + y) * width + left + x) * 3)
      return { width, height, data }
    }
  throw new Error('there is no bare cloth below the print')
}

export const open = ({ width, height, data }: Picture) => sharp(data, { raw: { width, height, channels: 3 } })
export async function close(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .resize(CHECKED_SIDE_PX, CHECKED_SIDE_PX, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}
/** `x` and `y` are shares of the picture's sides. */
export function eachCode(
  { width, height, data }: Picture,
  of: (code: number, x: number, y: number, channel: number) => number,
): Picture {
  const out = new Uint8Array(data.length)
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      for (let c = 0; c < 3; c++, at++)
        out[at] = Math.min(255, Math.max(0, Math.round(of(data[at]!, column / width, row / height, c))))
  return { width, height, data: out }
}

/** What leaves a picture good: light from another side, grain, an encoder, less sharpness, small folds, a camera a little aside. */
export const WEAR: Record<string, (picture: Picture) => Promise<Picture>> = {
  'light from the right': async (picture) => eachCode(picture, (code, x) => code * (0.86 + 0.22 * x)),
  'warm light from above': async (picture) =>
    eachCode(picture, (code, _x, y, c) => code * (1.06 - 0.12 * y + [0.03, 0, -0.04][c]!)),
  grain: async (picture) => {
    let state = 7
    const unit = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fff_ffff) / 0x7fff_ffff
    return eachCode(picture, (code) => code + 12 * (unit() + unit() + unit() - 1.5))
  },
  'JPEG of quality 60': async (picture) => close(sharp(await open(picture).jpeg({ quality: 60 }).toBuffer())),
  'made at 600 pixels, brighter': async (picture) =>
    close(open(await close(open(picture).resize(600, 600))).modulate({ brightness: 1.04, saturation: 1.05 })),
  'small folds of its own': async (picture) => {
    const { width, height, data } = picture
    const out = new Uint8Array(data.length)
    const hold = (value: number) => Math.min(width - 1, Math.max(0, Math.round(value)))
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const from = (hold(y + 1.2 * Math.sin(x / 40)) * width + hold(x + 1.2 * Math.sin(y / 30 + x / 70))) * 3
        out.set(data.subarray(from, from + 3), (y * width + x) * 3)
      }
    return { width, height, data: out }
  },
  'a camera one per cent aside': async (picture) =>
    close(open(picture).extract({ left: 9, top: 6, width: picture.width - 14, height: picture.height - 14 })),
}
