import * as z from 'zod'
import { PRINT_MIN_WIDTH_IN } from './placement.ts'

const inches = (what: string) => z.number({ error: `${what} is a number of inches` })

/**
 * `x` and `y`: the design's middle, in inches from the left upper corner of the print area. `width`: of the whole design,
 * transparent margins included, in inches. `rotation`: degrees clockwise about its middle.
 */
export const placementSchema = z
  .strictObject({
    x: inches('placement.x'),
    y: inches('placement.y'),
    width: inches('placement.width').min(
      PRINT_MIN_WIDTH_IN,
      `placement.width is at least ${PRINT_MIN_WIDTH_IN} inches: a narrower print shows nothing`,
    ),
    rotation: z
      .number({ error: 'placement.rotation is a number of degrees' })
      .min(-180, 'placement.rotation is from -180 to 180 degrees')
      .max(180, 'placement.rotation is from -180 to 180 degrees')
      .default(0),
  })
  .transform(({ x, y, width, rotation }) => ({ x, y, width, rotation: rotation === -180 ? 180 : rotation + 0 }))
