import type { PlateManifest, SizeName } from '../plate/manifest.ts'

export const METRES_PER_INCH = 0.0254

/** A rectangle of the flat pattern in metres, y up: `top` is its largest y. */
export type PrintBox = { left: number; top: number; width: number; height: number }

/**
 * Where a design lies on the cloth. The name's width in inches is the width of the whole design, transparent
 * margins included; the aspect is kept, and a design too tall or too wide for the area is made smaller. It is
 * centred across; garments hang it from the top of the area, and products with only a centre centre it.
 */
export function placePrint(
  { print }: Pick<PlateManifest, 'print'>,
  sizeName: SizeName,
  design: { width: number; height: number },
): PrintBox {
  const aspect = design.height / design.width
  const widthIn = Math.min(print.sizesIn[sizeName], print.maxWidthIn, print.maxHeightIn / aspect)
  const width = widthIn * METRES_PER_INCH
  const height = width * aspect
  const top = print.centerY === undefined ? print.top! : print.centerY + height / 2
  return { left: print.centerX - width / 2, top, width, height }
}

/** The largest box a design may fill. */
export function printArea({ print }: Pick<PlateManifest, 'print'>): PrintBox {
  const [width, height] = [print.maxWidthIn * METRES_PER_INCH, print.maxHeightIn * METRES_PER_INCH]
  const top = print.top ?? print.centerY! + height / 2
  return { left: print.centerX - width / 2, top, width, height }
}
