import type { Design } from '../plate/plate.ts'
import { deltaE } from '../tone/delta-e.ts'
import { inkMask, withoutGrain } from './ink-mask.ts'
import { type Rgb, hexOf, inkFromGarment } from './printed-colour.ts'

/**
 * CIEDE2000: from 5 on an observer sees two colours rather than a shade of one (Mokrzycki and Tatol 2011, "Colour difference
 * ΔE: a survey"). Between plain patches side by side, so it says little of cloth with folds: a proposal keeps well clear.
 */
export const VANISHES_BELOW = 5
/** A pixel strays this far from its region, in a compressed copy or with grain. */
const PIXEL_STRAYS = 2
/** A region without this share of its outline drawn by other ink has lost its shape. An outline around a picture keeps half. */
const OUTLINE_LOST = 0.65
/** Pixels and square inches: below the one is noise, below the other nobody looks for. */
const LEAST_PIXELS = 6
const LEAST_AREA = 0.03
/** Regions of one ink. */
const SAME_INK = 8

/** An ink that cannot be told from the garment, wherever it lies: shares of the design and of its ink, from 0 to 1. */
export type Region = {
  hex: string
  deltaE: number
  share: number
  box: { left: number; top: number; right: number; bottom: number }
}

type Piece = { pixels: number; rgb: Rgb; left: number; top: number; right: number; bottom: number }

/**
 * Regions of ink that lose their shape on a garment: of its colour (sRGB, 8 bits) and bordered mostly by the garment itself,
 * largest first. What lies within other ink stays legible: it looks like the garment showing through.
 */
export function vanishingRegions(design: Design, widthIn: number, garment: Rgb): Region[] {
  const { width, height } = design
  const ink = inkMask(design)
  const colours = withoutGrain(design, ink)
  const difference = differenceFrom(garment)
  const isAlike = new Uint8Array(ink.length)
  let inked = 0
  for (let at = 0; at < ink.length; at++) {
    if (ink[at] === 0) continue
    inked += 1
    const from = at * 3
    isAlike[at] =
      difference(colours[from]!, colours[from + 1]!, colours[from + 2]!) < VANISHES_BELOW + PIXEL_STRAYS ? 1 : 0
  }
  const groups: Piece[] = []
  for (const piece of lostPieces(design, ink, isAlike)) {
    if (inkFromGarment(piece.rgb, garment) >= VANISHES_BELOW) continue
    const same = groups.findIndex(({ rgb }) => deltaE(rgb, piece.rgb) < SAME_INK)
    if (same < 0) groups.push(piece)
    else groups[same] = joined(groups[same]!, piece)
  }
  const areaOf = (pixels: number) => pixels * (widthIn / width) ** 2
  return groups
    .filter(({ pixels }) => areaOf(pixels) >= LEAST_AREA)
    .sort((one, other) => other.pixels - one.pixels)
    .map(({ pixels, rgb, left, top, right, bottom }) => ({
      hex: hexOf(rgb),
      deltaE: inkFromGarment(rgb, garment),
      share: pixels / inked,
      box: { left: left / width, top: top / height, right: (right + 1) / width, bottom: (bottom + 1) / height },
    }))
}

/** Connected pixels of the garment's colour whose outline is mostly the garment's. */
function* lostPieces({ width, height, data }: Design, ink: Uint8Array, isAlike: Uint8Array): Generator<Piece> {
  const isDone = new Uint8Array(ink.length)
  const queue = new Int32Array(ink.length)
  for (let start = 0; start < ink.length; start++) {
    if (isAlike[start] === 0 || isDone[start] === 1) continue
    let [read, end, lost, drawn] = [0, 0, 0, 0]
    let [red, green, blue] = [0, 0, 0]
    let [left, top, right, bottom] = [width, height, 0, 0]
    queue[end++] = start
    isDone[start] = 1
    const look = (isInside: boolean, next: number): void => {
      if (!isInside || ink[next] === 0) lost += 1
      else if (isAlike[next] === 0) drawn += 1
      else if (isDone[next] === 0) {
        isDone[next] = 1
        queue[end++] = next
      }
    }
    while (read < end) {
      const at = queue[read++]!
      const x = at % width
      const y = (at - x) / width
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      red += data[at * 4]!
      green += data[at * 4 + 1]!
      blue += data[at * 4 + 2]!
      look(x > 0, at - 1)
      look(x + 1 < width, at + 1)
      look(y > 0, at - width)
      look(y + 1 < height, at + width)
    }
    if (end >= LEAST_PIXELS && lost >= OUTLINE_LOST * (lost + drawn))
      yield { pixels: end, rgb: [red / end, green / end, blue / end], left, top, right, bottom }
  }
}

function joined(one: Piece, other: Piece): Piece {
  const pixels = one.pixels + other.pixels
  const mean = (at: 0 | 1 | 2) => (one.rgb[at] * one.pixels + other.rgb[at] * other.pixels) / pixels
  return {
    pixels,
    rgb: [mean(0), mean(1), mean(2)],
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}

/** Bits a channel that colours are told apart by; the last two change ΔE by less than a pixel strays. */
const BITS = 6

/** CIEDE2000 to one colour, computed once for every colour that a picture has. */
function differenceFrom(garment: Rgb): (red: number, green: number, blue: number) => number {
  const known = new Float32Array(1 << (3 * BITS)).fill(-1)
  const drop = 8 - BITS
  const half = 1 << (drop - 1)
  return (red, green, blue) => {
    const at = ((red >> drop) << (2 * BITS)) | ((green >> drop) << BITS) | (blue >> drop)
    const found = known[at]!
    if (found >= 0) return found
    const middle = (value: number) => ((value >> drop) << drop) + half
    return (known[at] = inkFromGarment([middle(red), middle(green), middle(blue)], garment))
  }
}
