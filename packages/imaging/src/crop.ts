import type { Composed } from '@printroom/studio/compose'
import type { UvMap } from '@printroom/studio/plate/plate'
import { coverageBoundsOf } from '@printroom/studio/geometry/coverage-bounds'

/** A box in shares of a square source, y down. A crop may reach beyond it. */
export type Box = { left: number; top: number; right: number; bottom: number }

type Stretch = { start: number; end: number }

/** Room that a product keeps to the edge of a crop, in shares of the frame's side. */
const ROOM = 0.05
/** The same before photographed surroundings: what is carried on beyond them, mirrored, is seen to be. */
const TIGHT_ROOM = 0.015
/** A product nearer to the source's edge than this is cut by it: nothing can be shown beyond. */
const TOUCHES = 0.004
/** A close-up shows this much more than the print, and of its picture from a third, nearer than which there is no more to see, to three fifths, from which on it is none. */
const NEAR = { around: 1.3, least: 0.34, most: 0.6 }
/** Marketplaces want the product on at least 85 % of the frame; of what hangs up to 4.4 % is the hanger. */
const FILLED = { usual: 0.87, hung: 0.9 }

const lengthOf = ({ start, end }: Stretch): number => end - start
const hold = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))
const stretches = ({ left, top, right, bottom }: Box) => ({
  across: { start: left, end: right },
  down: { start: top, end: bottom },
})
const boxOf = (across: Stretch, down: Stretch): Box => ({
  left: across.start,
  right: across.end,
  top: down.start,
  bottom: down.end,
})

/** Where a map holds product. */
export function productBox(map: UvMap): Box {
  const { rows, columns } = coverageBoundsOf(map)
  let [left, right] = [map.width, 0]
  for (let y = rows.first; y < rows.end; y++) {
    const { first, end } = columns(y)
    if (end === 0) continue
    left = Math.min(left, first)
    right = Math.max(right, end)
  }
  return {
    left: left / map.width,
    right: right / map.width,
    top: rows.first / map.height,
    bottom: rows.end / map.height,
  }
}

/**
 * The crop of another shape that shows what a square frame shows: the product as large as it was where the source is wide
 * enough, else nearer as far as the product leaves room, else beyond the source's sides, but for a side that cuts it.
 * @param aspect width over height
 * @param surroundings `print` of a product that is worn: nothing is shown beyond the source, where the person would be seen once
 * more, and of what does not fit the print is what stays. `arePhotographed`: as little as can be is shown beyond the source, and
 * a product that it cuts is cut nearer, off the same side
 */
export function cropTo(
  aspect: number,
  frame: Box,
  product: Box,
  { print, arePhotographed = false }: { print?: Box | undefined; arePhotographed?: boolean } = {},
): Box {
  const [isWide, ratio] = [aspect >= 1, Math.max(aspect, 1 / aspect)]
  const [framed, shown] = [stretches(frame), stretches(product)]
  const [longAxis, shortAxis] = isWide ? (['across', 'down'] as const) : (['down', 'across'] as const)
  const side = lengthOf(framed.across)
  const room = ROOM * side
  const seen = (axis: 'across' | 'down', around = room): Stretch => ({
    start: Math.max(framed[axis].start, shown[axis].start - around),
    end: Math.min(framed[axis].end, shown[axis].end + around),
  })
  const least = arePhotographed ? TIGHT_ROOM * side : room
  const needed = Math.max(lengthOf(seen(shortAxis, least)), lengthOf(seen(longAxis, least)) / ratio)
  const cuts = (axis: 'across' | 'down') => ({
    start: shown[axis].start <= TOUCHES,
    end: shown[axis].end >= 1 - TOUCHES,
  })
  const isCut = cuts(longAxis)
  const isCutNearer = arePhotographed && cuts(shortAxis).start !== cuts(shortAxis).end
  const short =
    side * ratio <= 1 || print || isCutNearer || (isCut.start && isCut.end)
      ? Math.min(side, 1 / ratio)
      : Math.min(side, Math.max(1 / ratio, needed))
  const long = stretchAbout(framed[longAxis], short * ratio, isCut)
  // Nearer than it was, the product stands in the middle.
  const near = short < side ? seen(shortAxis) : framed[shortAxis]
  const isTooLong = lengthOf(near) > short
  // Of a garment that is worn the hem goes before the collar, of a bag that hangs its straps.
  const wanted =
    isTooLong && isCutNearer && cuts(shortAxis).start
      ? near.end - short
      : isTooLong && ((print && isWide) || isCutNearer)
        ? near.start
        : (near.start + near.end - short) / 2
  const kept = print ? stretches(print)[shortAxis] : near
  const isShown = lengthOf(kept) + 2 * room <= short
  const shownFrom = print && isShown ? hold(wanted, kept.end + room - short, kept.start - room) : wanted
  const start = hold(shownFrom, 0, 1 - short)
  const other = { start, end: start + short }
  return isWide ? boxOf(long, other) : boxOf(other, long)
}

/**
 * The square in which the product stands as large as a marketplace wants it; beyond a side that cuts it nothing is shown.
 * @param isHung the product's box has a hanger in it
 */
export function cropAround(product: Box, isHung: boolean): Box {
  const { across, down } = stretches(product)
  const side = Math.max(lengthOf(across), lengthOf(down)) / (isHung ? FILLED.hung : FILLED.usual)
  const about = (stretch: Stretch): Stretch => {
    const isCut = { start: stretch.start <= TOUCHES, end: stretch.end >= 1 - TOUCHES }
    const start = (stretch.start + stretch.end - side) / 2
    if (isCut.start !== isCut.end)
      return isCut.start
        ? { start: Math.max(0, start), end: Math.max(0, start) + side }
        : { start: Math.min(1, start + side) - side, end: Math.min(1, start + side) }
    return { start, end: start + side }
  }
  return boxOf(about(across), about(down))
}

/** Where a small picture of this frame holds its print; the frame where it holds none. */
export function printBox({ width, height, printMask }: Composed, frame: Box): Box {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if (printMask[at]! < 128) continue
      ;[left, right, top, bottom] = [
        Math.min(left, x),
        Math.max(right, x + 1),
        Math.min(top, y),
        Math.max(bottom, y + 1),
      ]
    }
  if (right <= left) return frame
  const scale = (frame.right - frame.left) / width
  return {
    left: frame.left + left * scale,
    right: frame.left + right * scale,
    top: frame.top + top * scale,
    bottom: frame.top + bottom * scale,
  }
}

/** The square about a print, within the frame that showed it. */
export function cropNear(print: Box, frame: Box): Box {
  const [own, framed] = [stretches(print), stretches(frame)]
  const whole = lengthOf(framed.across)
  const side = hold(
    Math.max(lengthOf(own.across), lengthOf(own.down)) * NEAR.around,
    NEAR.least * whole,
    NEAR.most * whole,
  )
  const about = (axis: 'across' | 'down'): Stretch => {
    const start = hold((own[axis].start + own[axis].end - side) / 2, framed[axis].start, framed[axis].end - side)
    return { start, end: start + side }
  }
  return boxOf(about('across'), about('down'))
}

/** A stretch of this length about another's middle: within the source if it fits, else off the sides that are free. */
function stretchAbout({ start, end }: Stretch, length: number, isCut: { start: boolean; end: boolean }): Stretch {
  const middle = (start + end - length) / 2
  const at =
    length <= 1 ? hold(middle, 0, 1 - length) : isCut.start ? 0 : isCut.end ? 1 - length : hold(middle, 1 - length, 0)
  return { start: at, end: at + length }
}
