import { METRES_PER_INCH, type Placement, placePrint } from '../geometry/placement.ts'
import type { Frame, PlateManifest, SizeName } from '../plate/manifest.ts'
import type { Design, Plate } from '../plate/plate.ts'
import { haloOf } from './halo.ts'
import { rgbOf } from './printed-colour.ts'
import { type Side, hiddenInk, sightOf } from './sight.ts'
import { softShare } from './soft-areas.ts'
import { type Region, vanishingRegions } from './vanishing.ts'
import { type Offered, workingColour } from './working-colour.ts'

/** What is to be printed, where, on what. */
export type PrintToCheck = {
  /** A reduced copy will do: some 512 pixels. */
  design: Design
  /** Of the design's file, in pixels. */
  file: { width: number; height: number }
  plate: { manifest: Pick<PlateManifest, 'print' | 'pattern' | 'material'>; map: Plate['map'] }
  frame: Pick<Frame, 'x' | 'y' | 'scale'>
  sizeName: SizeName
  /** Where its seller has put the design; otherwise its size says it. */
  placement?: Placement | null
  /** The garment's mean colour, sRGB. */
  hex: string
  /** What the product comes in besides. */
  offered: readonly Offered[]
  /** Pixels an inch of the print, below which it is soft. */
  dpi: { warned: number; poor: number }
}

/** Shares are from 0 to 1, a fringe is in pixels of the file. What would mend it is null where nothing on offer does. */
export type Finding =
  | { kind: 'vanishing'; regions: readonly Region[]; share: number; colour: string | null }
  | { kind: 'hidden'; share: number; side: Side; size: SizeName | null }
  | { kind: 'resolution'; dpi: number; isPoor: boolean; size: SizeName | null }
  | { kind: 'soft'; share: number }
  | { kind: 'halo'; share: number; fringe: number }

const SMALLER: Record<SizeName, readonly SizeName[]> = { large: ['medium', 'small'], medium: ['small'], small: [] }

/** The share of the ink that may be out of sight: a fold of the cloth hides as much. And what a smaller size may hide. */
const HIDDEN_FROM = 0.025
const HIDDEN_AFTER = 0.01

/** The checks, gravest first: one by one, so that whoever runs them can do something else between two. Some 10 to 30 ms each. */
export const PRINT_CHECKS: readonly ((print: PrintToCheck) => Finding[])[] = [vanishing, hidden, resolution, soft, halo]

/** What a seller would want to know before this is made; none where all is well. */
export const checkPrint = (print: PrintToCheck): Finding[] => PRINT_CHECKS.flatMap((check) => check(print))

const boxOf = ({ plate, sizeName, placement, file }: PrintToCheck) =>
  placePrint(plate.manifest, sizeName, file, placement)

const widthOf = (print: PrintToCheck): number => boxOf(print).width / METRES_PER_INCH

const asSize = (print: PrintToCheck, sizeName: SizeName): PrintToCheck => ({ ...print, sizeName, placement: null })

function vanishing(print: PrintToCheck): Finding[] {
  const { design, hex, offered } = print
  const widthIn = widthOf(print)
  const regions = vanishingRegions(design, widthIn, rgbOf(hex))
  if (regions.length === 0) return []
  const share = regions.reduce((sum, region) => sum + region.share, 0)
  return [{ kind: 'vanishing', regions, share, colour: workingColour(design, widthIn, hex, regions, offered) }]
}

function hidden(print: PrintToCheck): Finding[] {
  const seen = (tried: PrintToCheck) => hiddenInk(print.design, sightOf(print.plate, print.frame, boxOf(tried)))
  const { share, side } = seen(print)
  if (share < HIDDEN_FROM) return []
  const size = SMALLER[print.sizeName].find((smaller) => seen(asSize(print, smaller)).share < HIDDEN_AFTER)
  return [{ kind: 'hidden', share, side, size: size ?? null }]
}

function resolution(print: PrintToCheck): Finding[] {
  const { dpi: bar, file, sizeName } = print
  const dpi = file.width / widthOf(print)
  if (dpi >= bar.warned) return []
  const size = SMALLER[sizeName].find((smaller) => file.width / widthOf(asSize(print, smaller)) >= bar.warned)
  return [{ kind: 'resolution', dpi, isPoor: dpi < bar.poor, size: size ?? null }]
}

/** On cloth ink is opaque, or there is none; a mug's is burnt into its white coat, which shines through. */
function soft(print: PrintToCheck): Finding[] {
  if (print.plate.manifest.material === 'glaze') return []
  const share = softShare(print.design, widthOf(print))
  return share > 0 ? [{ kind: 'soft', share }] : []
}

function halo(print: PrintToCheck): Finding[] {
  const widthIn = widthOf(print)
  const found = haloOf(print.design, widthIn, rgbOf(print.hex))
  return found ? [{ kind: 'halo', share: found.share, fringe: (found.widthIn * print.file.width) / widthIn }] : []
}
