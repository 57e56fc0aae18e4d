import { COLOURED } from './garment/find-garment.ts'
import { SHEET_VERSION } from './print/sheet.ts'
import type { MapErrors } from './map/measure-map.ts'
import type { Target } from './plate/target.ts'

/** What was measured, as JSON: lengths in pixels of the plate unless they say otherwise, shares of 1. */
export type Report = {
  product: string
  side: string
  name: string
  sheet: { widthIn: number; heightIn: number; version: number }
  markers: { found: number; of: number; corners: number; dropped: number }
  plate: { size: number; pixelsPerInch: number }
  /** How far the map misses found places when it is made without them. */
  map: MapErrors
  /** Of the print area: printable, laid over itself, and too far from anything found or too uncertain. */
  area: { printable: number; folded: number; uncertain: number }
  blur: number
  /** Of the clear white. */
  clipped: number
  /** Of the white's colour, as a deviation of shares: a screen's is larger. */
  ripple: number
  /** Logarithm by which bare cloth beside the board is lighter than white within it leads to: 0 where the light is right. */
  step: number
  /** Logarithm by which light within black squares differs from what the light on white leads to: four fifths differ by less. */
  foldMiss: number
  inks: { name: string; hex: string }[]
  /** Whether the garment was told from its ground, so that it takes other colours; and the share of its edge that is plain. */
  recolours: boolean
  edge: number
  warnings: string[]
  seconds: number
  /** The most that the process has held so far. */
  megabytes: number
}

export type ReportParts = {
  target: Target
  name: string
  markers: number
  corners: number
  dropped: number
  errors: MapErrors
  shares: { trusted: number; folded: number; uncertain: number }
  size: number
  blur: number
  pixelsPerInch: number
  clipped: number
  ripple: number
  step: number
  foldMiss: number
  inks: Report['inks']
  garment: { confidence: number; isTrusted: boolean; tint: number }
  seconds: number
}

/** The report of a measurement, rounded, with a sentence for each thing that its seller should know. */
export function reportOf(parts: ReportParts): Report {
  const { target, name, errors, shares } = parts
  const { sheet } = target
  return {
    product: target.product,
    side: target.side ?? 'front',
    name,
    sheet: { widthIn: sheet.width, heightIn: sheet.height, version: SHEET_VERSION },
    markers: { found: parts.markers, of: sheet.markers, corners: parts.corners, dropped: parts.dropped },
    plate: { size: parts.size, pixelsPerInch: round(parts.pixelsPerInch, 1) },
    map: {
      median: round(errors.median, 2),
      p95: round(errors.p95, 2),
      most: round(errors.most, 2),
      tested: errors.tested,
    },
    area: {
      printable: round(shares.trusted, 3),
      folded: round(shares.folded, 3),
      uncertain: round(shares.uncertain, 3),
    },
    blur: round(parts.blur, 2),
    clipped: round(parts.clipped, 4),
    ripple: round(parts.ripple, 4),
    step: round(parts.step, 3),
    foldMiss: round(parts.foldMiss, 4),
    inks: parts.inks,
    recolours: parts.garment.isTrusted,
    edge: round(parts.garment.confidence, 3),
    warnings: warningsOf(parts),
    seconds: round(parts.seconds, 1),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

const percent = (share: number): string => `${Math.round(100 * share)} %`

/** Of the plate's side: a miss of 2 pixels at 2048, whatever size this photograph's plate has. */
const UNSURE_SHARE = 2 / 2048

/** `foldMiss` from which the light of folds is less sure. */
const UNSURE_FOLDS = 0.045

function warningsOf({ errors, shares, clipped, size, step, foldMiss, garment }: ReportParts): string[] {
  return [
    errors.p95 > UNSURE_SHARE * size &&
      `The map is less sure than it should be: a twentieth of it may be off by ${errors.p95.toFixed(1)} pixels.`,
    shares.trusted < 0.98 &&
      `${percent(1 - shares.trusted)} of the print area cannot be printed on: it is hidden, folded or uncertain.`,
    garment.tint >= COLOURED &&
      'The garment, or the light on it, is colored: its color is taken for the light’s. Photograph a white one in daylight for other colors.',
    clipped > 0.01 && `${percent(clipped)} of the white is overexposed: prints are too even there.`,
    Math.abs(step) > 0.05 &&
      `The white of the print differs by ${percent(Math.abs(step))} from the garment beside it: brightness is less sure.`,
    foldMiss >= UNSURE_FOLDS &&
      'The light is less sure than it should be: in folds or gloss a print may come out too bright or too dark.',
    size < 2048 && `The photograph makes a plate of ${size} pixels, not 2048: come closer or use the original.`,
  ].filter((warning) => warning !== false)
}

/** The report in lines, for a terminal. */
export function reportText(report: Report): string {
  const { markers, map, area, plate } = report
  return [
    `${report.product}, ${report.side}: ${report.name}`,
    `markers     ${markers.found} of ${markers.of}, ${markers.corners} corners between them, ${markers.dropped} places dropped`,
    `map         off by ${map.median} px (median), ${map.p95} px (95 %), ${map.most} px (most), tested at ${map.tested} places left out`,
    `print area  ${percent(area.printable)} printable, ${percent(area.folded)} folded, ${percent(area.uncertain)} uncertain`,
    `light       ${percent(report.clipped)} of the white clipped, blur ${report.blur} px`,
    `inks        ${report.inks.map(({ name, hex }) => `${name} ${hex}`).join(', ')}`,
    `plate       ${plate.size} px, ${plate.pixelsPerInch} px an inch; ${report.recolours ? 'the garment takes other colours' : 'the garment stays in its own colour: its edge is not sure'}`,
    `took        ${report.seconds} s, ${report.megabytes} MB`,
    ...report.warnings.map((warning) => `note        ${warning}`),
  ].join('\n')
}
