import type { Composed } from '@printroom/studio/compose'
import type { Frame } from '@printroom/studio/plate/manifest'

// A picture of the print alone: a third of the whole picture's pixels, and the same ones.

/** The corner lies on a multiple of this: squares of so many pixels lie as they do in the whole picture. */
export const SQUARE = 9

/** Part of a square picture: how it is framed, and its side in pixels. */
export type Part = { frame: Frame; size: number }

/** The square of a picture that holds its print, pixel on pixel. @param frame what the whole picture shows */
export function partOf({ width: whole, printMask }: Composed, frame: Frame): Part {
  let [left, top, right, bottom] = [whole, whole, 0, 0]
  for (let at = 0; at < printMask.length; at++) {
    if (printMask[at] === 0) continue
    const [x, y] = [at % whole, Math.floor(at / whole)]
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)]
  }
  const size = Math.min(whole, SQUARE + Math.max(right - left, bottom - top))
  const middle = (first: number) => SQUARE * Math.floor(Math.min(first, whole - size) / SQUARE) + size / 2
  return {
    frame: {
      name: 'print',
      x: frame.x + frame.scale * (middle(left) / whole - 0.5),
      y: frame.y + frame.scale * (middle(top) / whole - 0.5),
      scale: (frame.scale * size) / whole,
    },
    size,
  }
}
