import type { Layer } from 'ag-psd'
import type { Crop } from '../map/raster-map.ts'
import type { Target } from '../plate/target.ts'
import type { PsdDocument } from './read-psd.ts'

/** What was read of a PSD, as JSON: lengths in pixels of the plate unless they say otherwise, shares of 1. */
export type PsdReport = {
  product: string
  side: string
  name: string
  psd: { smartObject: string; others: number; widthPx: number; heightPx: number; colourLayer: string | null }
  plate: { size: number; pixelsPerInch: number }
  /** Of the smart object's place: where a design can be seen. */
  area: { printable: number; folded: number; uncertain: number }
  recolours: boolean
  /** What could not be read, and what comes of it. */
  warnings: string[]
  seconds: number
  megabytes: number
}

/** The print area of a smart object's content, in inches. */
export type PsdArea = { width: number; height: number; sizesIn: Target['sizesIn'] }

type Parts = {
  target: Target
  name: string
  document: PsdDocument
  fill: Layer | null
  crop: Crop
  area: PsdArea
  seen: number
  said: ReadonlySet<string>
  started: number
}

/** The report of a PSD, with a sentence for each thing in it that was not read. */
export function psdReportOf({ target, name, document, fill, crop, area, seen, said, started }: Parts): PsdReport {
  const { placed, smart, others, width, height } = document
  const [[ax, ay], [bx, by]] = [placed.surface(0.25, 0.5), placed.surface(0.75, 0.5)]
  const pixelsPerInch = ((Math.hypot(bx - ax, by - ay) * 2) / area.width) * (crop.size / crop.side)
  return {
    product: target.product,
    side: target.side ?? 'front',
    name,
    psd: {
      smartObject: smart.name?.trim() || 'Smart object',
      others,
      widthPx: Math.round(placed.width),
      heightPx: Math.round(placed.height),
      colourLayer: fill?.name?.trim() ?? null,
    },
    plate: { size: crop.size, pixelsPerInch: round(pixelsPerInch, 1) },
    area: { printable: round(seen, 3), folded: 0, uncertain: 0 },
    recolours: fill !== null,
    warnings: [
      ...ofSmartObject(document),
      ...said,
      ...(width === height ? [] : [`The picture is cut to a square of ${crop.side} pixels around the design.`]),
      ...(crop.size < 2048 ? [`The PSD makes pictures of ${crop.size} pixels, not 2048: use a larger one.`] : []),
      ...(fill
        ? []
        : [
            'The garment keeps its color: no Solid Color layer below the design, named for it and masked, says where it is.',
          ]),
    ],
    seconds: round((performance.now() - started) / 1000, 1),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  }
}

function ofSmartObject({ smart, placed, others }: PsdDocument): string[] {
  const filters = smart.placedLayer?.filter?.enabled
    ? smart.placedLayer.filter.list.filter(({ enabled }) => enabled)
    : []
  return [
    ...(others > 0
      ? [`Designs lie in “${smart.name}”, one of ${others + 1} smart objects: the others stay as the PSD shows them.`]
      : []),
    ...(placed.unread
      ? [
          `The warp “${placed.unread}” of the smart object is not read: a design lies flat there. Turn it into a custom warp.`,
        ]
      : []),
    ...filters.map(({ type, name }) =>
      type === 'displace'
        ? 'The displacement map of the smart object cannot be read: a design does not follow the folds.'
        : `The filter “${name}” of the smart object is left out: a design looks as it is.`,
    ),
  ]
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/** The report in lines, for a terminal. */
export function psdReportText({
  product,
  side,
  name,
  psd,
  plate,
  area,
  recolours,
  seconds,
  megabytes,
  warnings,
}: PsdReport): string {
  return [
    `${product}, ${side}: ${name}`,
    `design      lies in “${psd.smartObject}”, ${psd.widthPx} × ${psd.heightPx} px, ${Math.round(100 * area.printable)} % of it in sight`,
    `plate       ${plate.size} px, ${plate.pixelsPerInch} px an inch; ${recolours ? `takes other colours by “${psd.colourLayer}”` : 'stays in its own colour'}`,
    `took        ${seconds} s, ${megabytes} MB`,
    ...warnings.map((warning) => `note        ${warning}`),
  ].join('\n')
}
