import type { Pointer } from '../kernels/runtime.ts'
import type { PIXEL_BYTES, PRODUCT_PIXEL_BYTES } from '../kernels/light-format.ts'
import type { Frame } from '../plate/manifest.ts'

/** Something that writes rows of light into the runtime: `bytes` a pixel, its row `y` to `into`. */
export type RowSource = {
  width: number
  height: number
  bytes: typeof PIXEL_BYTES | typeof PRODUCT_PIXEL_BYTES
  /** Columns of a row that may hold anything but zero; all where it is absent. */
  columnsOf?: (y: number) => Columns
  read: (y: number, into: Pointer) => void
}

/** A stretch of one axis, as shares of the source. */
export type Interval = { start: number; length: number }

/** Columns of a row, from `first` up to, not including, `end`. */
export type Columns = { first: number; end: number }

/** The part of the plate that a picture shows. */
export type View = { width: number; height: number; across: Interval; down: Interval }

/**
 * The square part of a plate that a frame (centre and side in shares of the plate) shows in a picture of `size` pixels
 * a side.
 */
export const viewOf = (frame: Frame, size: number): View => ({
  width: size,
  height: size,
  across: { start: frame.x - frame.scale / 2, length: frame.scale },
  down: { start: frame.y - frame.scale / 2, length: frame.scale },
})
