import { type Composition, compose } from '@printroom/studio/compose'
import type { Design, Picture } from '@printroom/studio/plate/plate'

/** A part of a picture: its place in pixels, and straight 8-bit RGBA in sRGB, row by row. */
export type LayerPart = { left: number; top: number; width: number; height: number; data: Uint8Array }

/**
 * A picture taken apart as an image editor puts it together: on the blank product the print in its own colours, upon it
 * (and nowhere else) the light, multiplied, and the shine, screened.
 */
export type PrintLayers = {
  picture: Picture
  blank: Picture
  print: LayerPart
  /** How much of each pixel the design's rectangle covers, whatever ink it has there, as grey: the print's mask. */
  covered: LayerPart
  light: LayerPart
  shine: LayerPart
}

/** Below this difference of a white and a black print, in 8-bit values, nobody sees what is printed there. */
const SEEN = 6

type Scene = Omit<Composition, 'size' | 'onProgress' | 'design'>

/**
 * Takes a picture apart by composing it with other prints in the same place: none, a white and a black one of the design's
 * own shape, and a white and a black one of all its rectangle. Six compositions; `design` is painted over on the way, so
 * that a large one is held once.
 * @param size side of the square picture in pixels
 */
export function takeApart(scene: Scene, design: Design, size: number): PrintLayers {
  const composed = (of: Design) => compose({ ...scene, design: of, size })
  const picture = composed(design)
  const whiteShape = composed(painted(design, 255)).data
  const blackShape = composed(painted(design, 0)).data
  const black = composed(painted(design, 0, 255)).data
  // Parts of a design without any ink are not in its own picture's mask.
  const { data: white, printMask: mask } = composed(painted(design, 255, 255))
  const blank = composed(painted(design, 0, 0))
  const shapes = { mask, whiteShape, blackShape, white, black }
  return { picture, blank, ...separate(picture.data, blank.data, shapes, boxOf(mask, size), size) }
}

/** A design's own bytes, all pixels in one grey, and in one alpha where it is named. A new array: the compositor keeps what it has found out of each. */
function painted(
  { width, height, data: { buffer, byteOffset, length } }: Design,
  grey: number,
  alpha?: number,
): Design {
  const data = new Uint8Array(buffer, byteOffset, length)
  for (let at = 0; at < length; at += 4) {
    data.fill(grey, at, at + 3)
    data[at + 3] = alpha ?? data[at + 3]!
  }
  return { width, height, data }
}

type Box = Omit<LayerPart, 'data'>

/** The pixels that the design's rectangle touches; one pixel where it touches none. */
function boxOf(mask: Uint8Array, size: number): Box {
  let [left, top, right, bottom] = [size, size, -1, -1]
  mask.forEach((share, at) => {
    if (share === 0) return
    const [x, y] = [at % size, Math.floor(at / size)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  })
  return right < 0
    ? { left: 0, top: 0, width: 1, height: 1 }
    : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

type Shapes = Record<'mask' | 'whiteShape' | 'blackShape' | 'white' | 'black', Uint8Array>

/**
 * Editors blend in 8-bit sRGB values, and so does this, in shares of 255. With a black print's value S as what is screened
 * and M = (W − S) / (1 − S) as what is multiplied, a print of colour c shows 1 − (1 − c·M)(1 − S): S where it is black, the
 * white print's W where it is white. The colour is what makes the picture come out, not the design's own pixel: the
 * product of light and colour is taken in linear light there and in sRGB values here, which differ a little between.
 */
function separate(
  picture: Uint8Array,
  blank: Uint8Array,
  { mask, whiteShape, blackShape, white, black }: Shapes,
  box: Box,
  size: number,
): Omit<PrintLayers, 'picture' | 'blank'> {
  const part = (): LayerPart => ({ ...box, data: new Uint8Array(box.width * box.height * 4) })
  const [print, covered, light, shine] = [part(), part(), part(), part()]
  for (let y = 0, to = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++, to += 4) {
      const pixel = (box.top + y) * size + box.left + x
      const within = mask[pixel]! / 255
      if (within === 0) continue
      covered.data.fill(mask[pixel]!, to, to + 3)
      const from = 3 * pixel
      const seen = sumOfDifferences(white, black, from)
      const alpha = seen < SEEN ? 0 : Math.round(255 * clamp(sumOfDifferences(whiteShape, blackShape, from) / seen))
      print.data[to + 3] = alpha
      light.data[to + 3] = shine.data[to + 3] = 255
      for (let c = 0; c < 3; c++) {
        const ground = (1 - within) * blank[from + c]!
        const screened = Math.round(clamp((black[from + c]! - ground) / within, 255))
        const brightest = clamp((white[from + c]! - ground) / within, 255)
        const multiplied = screened === 255 ? 255 : Math.round((255 * (brightest - screened)) / (255 - screened))
        shine.data[to + c] = screened
        light.data[to + c] = clamp(multiplied, 255)
        if (alpha === 0) continue
        const share = (alpha / 255) * within
        const lit = (picture[from + c]! - (1 - share) * blank[from + c]!) / share
        const unscreened = screened === 255 ? 255 : 255 - (255 * (255 - lit)) / (255 - screened)
        print.data[to + c] = multiplied < 1 ? 0 : Math.round(clamp((255 * unscreened) / multiplied, 255))
      }
    }
  return { print, covered, light, shine }
}

const sumOfDifferences = (one: Uint8Array, other: Uint8Array, at: number): number =>
  one[at]! - other[at]! + (one[at + 1]! - other[at + 1]!) + (one[at + 2]! - other[at + 2]!)

const clamp = (value: number, most = 1): number => Math.min(most, Math.max(0, value))
