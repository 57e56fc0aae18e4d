import { LINEAR_OF_SRGB8, fromLinear } from '@printroom/studio/tone/srgb'
import type { RasterMap } from '../map/raster-map.ts'
import type { Sheet } from '../print/sheet.ts'
import { boardStep } from './board-step.ts'
import { solveBlack } from './black-share.ts'
import { foldMiss } from './fold-miss.ts'
import { SHEET_WHITE, OTHER, classify } from './classify.ts'
import type { Labels } from './sheet-labels.ts'
import { solveWhite } from './solve-white.ts'
import type { Planes } from './planes.ts'

/**
 * The light of a photograph (sRGB undone, 0 to 1, a plane a channel): on the garment without a print, and on black ink; the share
 * of the clear white that is clipped; and each patch's colour (sRGB) as it would be on white paper.
 */
export type MeasuredLight = {
  white: Planes
  black: Planes
  /** Logarithm of what bare cloth beside the board has more light than white within it, which is taken off. */
  step: number
  clipped: number
  /** By how much light within black squares misses what light on white leads to (logarithm): 0.045 and more where folds are lost. */
  foldMiss: number
  inks: { name: string; hex: string }[]
}

/** Values from which a camera may have had more. */
const CLIPPED = 254
/** How far from the edge of a patch its ink is clear, in deviations of blur. */
const CLEAR_BLURS = 2

/** Of the picture whose light is solved: the lens's deviation in its pixels, pixels an inch of cloth, how far ink has run in inches. */
export type Optics = { blur: number; pixelsPerInch: number; inkGain: number }

/** Solves the light of a square of pixels (8-bit sRGB). */
export function measureLight(
  rgb: Uint8Array,
  map: RasterMap,
  sheet: Sheet,
  labels: Labels,
  optics: Optics,
): MeasuredLight {
  const { blur, pixelsPerInch, inkGain } = optics
  const square = sheet.pitch * pixelsPerInch
  const kinds = classify(rgb, map, labels, square)
  const { kind } = kinds
  // `from` goes through an iterator and holds every number boxed: much slower, and larger.
  const plane = (c: number) => new Float32Array(kind.length).map((_, at) => LINEAR_OF_SRGB8[rgb[3 * at + c]!]!)
  const planes: Planes = [plane(0), plane(1), plane(2)]
  const white = solveWhite(planes, kinds, map.size, square)
  const step = boardStep(white[1], map, sheet)
  const black = solveBlack(planes, white, kind, map, sheet)
  const margin = (CLEAR_BLURS * blur) / pixelsPerInch + Math.max(0, inkGain)
  return {
    white,
    step,
    black,
    foldMiss: foldMiss(planes, black, kind, map, square),
    clipped: clippedShare(rgb, kind),
    inks: inksOf(planes, white, kind, map, sheet, margin),
  }
}

function clippedShare(rgb: Uint8Array, kind: Uint8Array): number {
  let [clipped, all] = [0, 0]
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] !== SHEET_WHITE) continue
    all++
    if (Math.max(rgb[3 * at]!, rgb[3 * at + 1]!, rgb[3 * at + 2]!) >= CLIPPED) clipped++
  }
  return all === 0 ? 0 : clipped / all
}

function inksOf(
  planes: Planes,
  white: Planes,
  kind: Uint8Array,
  map: RasterMap,
  { patches, pitch, left, top }: Sheet,
  margin: number,
) {
  const squareOf = (x: number, y: number) => `${Math.floor((x - left) / pitch)} ${Math.floor((y - top) / pitch)}`
  const bySquare = new Map(patches.map((patch) => [squareOf(patch.x, patch.y), { patch, sums: [0, 0, 0], count: 0 }]))
  for (let at = 0; at < kind.length; at++) {
    if (kind[at] !== OTHER || map.trusted[at] === 0) continue
    const found = bySquare.get(squareOf(map.x[at]!, map.y[at]!))
    if (!found) continue
    const { x, y, side } = found.patch
    if (Math.max(Math.abs(map.x[at]! - x), Math.abs(map.y[at]! - y)) > side / 2 - margin) continue
    for (let c = 0; c < 3; c++) found.sums[c]! += planes[c]![at]! / Math.max(1e-3, white[c]![at]!)
    found.count++
  }
  return [...bySquare.values()].flatMap(({ patch, sums, count }) => {
    if (count === 0) return []
    const channel = (c: number) => Math.round(255 * fromLinear(Math.min(1, sums[c]! / count)))
    const hex = `#${[0, 1, 2]
      .map((c) => channel(c).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()}`
    return [{ name: patch.name, hex }]
  })
}
