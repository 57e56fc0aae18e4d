import type { PlateManifest, SizeName } from '../plate/manifest.ts'

export const METRES_PER_INCH = 0.0254

/**
 * A rectangle of the flat pattern in metres, y up: `top` is its largest y. `turn` is how far it is turned about its middle, in
 * degrees clockwise; one that stands upright has none.
 */
export type PrintBox = { left: number; top: number; width: number; height: number; turn?: number }

/**
 * A seller's own place for a design: its middle in inches from the left upper corner of the print area, right and down; the
 * width of the whole design in inches, transparent margins included; degrees clockwise about its middle.
 */
export type Placement = { x: number; y: number; width: number; rotation: number }

/**
 * Where a design lies on the cloth: where its seller has put it, or by the name of a size. The name's width in inches is the
 * width of the whole design, transparent margins included; the aspect is kept, and a design too tall or too wide for the area
 * is made smaller. It is centred across; garments hang it from the top of the area, and products with only a centre centre it.
 */
export function placePrint(
  manifest: Pick<PlateManifest, 'print'>,
  sizeName: SizeName,
  design: { width: number; height: number },
  placement?: Placement | null,
): PrintBox {
  const aspect = design.height / design.width
  return placement ? placeAt(manifest, placement, aspect) : placeBySize(manifest, sizeName, aspect)
}

function placeBySize({ print }: Pick<PlateManifest, 'print'>, sizeName: SizeName, aspect: number): PrintBox {
  const widthIn = Math.min(print.sizesIn[sizeName], print.maxWidthIn, print.maxHeightIn / aspect)
  const width = widthIn * METRES_PER_INCH
  const height = width * aspect
  const top = print.centerY === undefined ? print.top! : print.centerY + height / 2
  return { left: print.centerX - width / 2, top, width, height }
}

/**
 * Measured from the area's centre line, and from where the product's own sizes hang or centre a design: one that is put
 * where a size puts it lies there to the last bit, and its picture is the same.
 */
function placeAt({ print }: Pick<PlateManifest, 'print'>, placement: Placement, aspect: number): PrintBox {
  const { x, y, width: widthIn, rotation } = placement
  const width = widthIn * METRES_PER_INCH
  const height = width * aspect
  const left = print.centerX - width / 2 + (x - print.maxWidthIn / 2) * METRES_PER_INCH
  const top =
    print.centerY === undefined
      ? print.top! - (y - (widthIn * aspect) / 2) * METRES_PER_INCH
      : print.centerY + height / 2 - (y - print.maxHeightIn / 2) * METRES_PER_INCH
  return { left, top, width, height, ...(rotation !== 0 && { turn: rotation }) }
}

/**
 * What a point (x, y) of the pattern in metres is in shares of a box, from its left and its top: `u = (x - x0) a + (y - y0) b`
 * and `v = (x - x0) c + (y - y0) d`, where the box's left upper corner is (x0, y0), as a turned box stands.
 */
export function sharesOf({ left, top, width, height, turn }: PrintBox): {
  origin: [x0: number, y0: number]
  across: [a: number, b: number]
  down: [c: number, d: number]
} {
  // In the design y runs down.
  if (turn === undefined) return { origin: [left, top], across: [1 / width, 0], down: [0, -1 / height] }
  const angle = (turn * Math.PI) / 180
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const [x, y] = [left + width / 2, top - height / 2]
  return {
    origin: [x - (width * cosine - height * sine) / 2, y + (width * sine + height * cosine) / 2],
    across: [cosine / width, -sine / width],
    down: [-sine / height, -cosine / height],
  }
}

/** The largest box a design may fill. */
export function printArea({ print }: Pick<PlateManifest, 'print'>): PrintBox {
  const [width, height] = [print.maxWidthIn * METRES_PER_INCH, print.maxHeightIn * METRES_PER_INCH]
  const top = print.top ?? print.centerY! + height / 2
  return { left: print.centerX - width / 2, top, width, height }
}
