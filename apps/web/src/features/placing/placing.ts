import type { DesignSize, Product, Side } from '@printroom/contract/catalogue'
import {
  type Placement,
  type Shape,
  PRINT_DPI,
  dpiOf,
  placeOf,
  placementInWords,
  placementOfSize,
  settlePlacement,
} from '@printroom/contract/placement'
import type { DesignWire } from '@printroom/contract/wire'
import { formatNumber } from '~/lib/format.ts'

/** A print that is being placed: on what, and where it sits now, by itself or as its size says. */
export type Placing = {
  product: Product
  /** The front where none is named. */
  side?: Side | undefined
  design: Pick<DesignWire, 'width' | 'height'>
  size: DesignSize
  at: Placement
  isOwn: boolean
  /** Put elsewhere, to the steps of a screen and within the print area; with null where its size says. */
  put: (placement: Placement | null) => void
}

/** @param own what the seller has chosen, if anything; @param onPut told what is chosen instead */
export function placingOf(
  {
    product,
    side,
    design,
    size,
    own,
  }: Pick<Placing, 'product' | 'side' | 'design' | 'size'> & { own: Placement | null },
  onPut: (placement: Placement | null) => void,
): Placing {
  return {
    product,
    side,
    design,
    size,
    at: own ?? placementOfSize(product, size, design, side),
    isOwn: own !== null,
    put: (placement) => onPut(placement && settlePlacement(product, design, placement, side)),
  }
}

/** `Left chest, 4 in wide at 10.5, 2.5 in`; a place is named where it is one of the side's. */
export function placeInWords(product: Product, design: Shape | undefined, placement: Placement, side?: Side): string {
  const place = design && placeOf(product, design, placement, side)
  return [place?.name, placementInWords(placement)].filter(Boolean).join(', ')
}

export type Sharpness = { dpi: number; level: 'fine' | 'warned' | 'poor'; text: string }

/**
 * What a print's pixels an inch come to. Nothing is refused for them: the picture is as it will look from where it was taken,
 * sizes of the same width are not refused either, and who tries out a draft may print from a better file.
 */
export function sharpnessOf(design: Shape, placement: Placement): Sharpness {
  const dpi = Math.floor(dpiOf(design, placement))
  const level = dpi < PRINT_DPI.poor ? 'poor' : dpi < PRINT_DPI.warned ? 'warned' : 'fine'
  const text = {
    fine: 'Sharp in print.',
    warned: `Soft from near: printers ask for ${PRINT_DPI.warned} DPI or more.`,
    poor: `Too few pixels to print: below ${PRINT_DPI.poor} DPI it is soft from everywhere. The mockup is made all the same.`,
  }
  return { dpi, level, text: text[level] }
}

/** `3.5 in · 300 DPI` */
export const sharpnessInWords = (design: Shape, placement: Placement): string =>
  `${Math.round(placement.width * 100) / 100} in · ${formatNumber(sharpnessOf(design, placement).dpi)} DPI`

/** The width in inches, a screen's step below, at which a design is printed sharply. */
export const sharpWidthOf = (design: Shape): number => Math.floor((design.width / PRINT_DPI.warned) * 10) / 10
