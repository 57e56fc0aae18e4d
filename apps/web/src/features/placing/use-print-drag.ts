import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import type { Placement } from '@printroom/contract/placement'
import { type Lattice, type Point, toArea } from '@printroom/studio/geometry/lattice-map'
import { type Corner, movedBy, pinchedBy, scaledBy, scaledTo, turnedBy } from '~/features/placing/gestures.ts'
import type { Placing } from '~/features/placing/placing.ts'
import { type Guide, type Snapped, snapMove, snapTurn, snapWidth } from '~/features/placing/snap.ts'

/** Pixels of the screen within which a print is drawn to a line. */
const SNAP_PX = 7

type Way = 'move' | 'turn' | Corner
/** What every move of a gesture is reckoned from: where the print and the pointers were as it began. */
type Gesture = {
  way: Way
  start: Placement
  before: Placement | null
  from: Map<number, Point>
  now: Map<number, Point>
}

/**
 * Drags of a print over a picture, which the surface covers. Alt holds it free of all lines.
 * `onEnd` is told when it has been let go.
 */
export function usePrintDrag(
  surface: RefObject<HTMLElement | null>,
  { product, side, design, at, isOwn, put }: Placing,
  lattice: Lattice,
  onEnd: () => void,
) {
  const gesture = useRef<Gesture>(null)
  const [guides, setGuides] = useState<Guide[]>([])
  const [isDragging, setDragging] = useState(false)

  /** Where a pointer is, in inches of the print area, and how many a pixel of the screen is there. */
  function placeOf(event: PointerEvent): { inches: Point; perPixel: number } {
    const { left, top, width, height } = (surface.current ?? event.currentTarget).getBoundingClientRect()
    const picture = { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
    const inches = toArea(lattice, picture, at)
    const beside = toArea(lattice, { x: picture.x + 1 / width, y: picture.y }, inches)
    return { inches, perPixel: Math.hypot(beside.x - inches.x, beside.y - inches.y) }
  }

  function begin(way: Way, event: PointerEvent): void {
    if (event.button !== 0) return
    surface.current?.focus({ preventScroll: true })
    const { inches } = placeOf(event)
    const now = gesture.current?.now ?? new Map<number, Point>()
    now.set(event.pointerId, inches)
    // A second finger begins anew, from where the first has brought it.
    const before = gesture.current ? gesture.current.before : isOwn ? at : null
    gesture.current = { way, start: at, before, from: new Map(now), now }
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragging(true)
  }

  function move(event: PointerEvent): void {
    const held = gesture.current
    if (!held?.now.has(event.pointerId)) return
    const { inches, perPixel } = placeOf(event)
    held.now.set(event.pointerId, inches)
    const { placement, guides: lines } = placedBy(held, event.pointerId, event.altKey ? 0 : SNAP_PX * perPixel)
    setGuides(lines)
    put(placement)
  }

  function placedBy({ way, start, from, now }: Gesture, pointer: number, reach: number): Snapped {
    const free = (placement: Placement): Snapped => ({ placement, guides: [] })
    const turn = (placement: Placement): Placement =>
      reach > 0 ? { ...placement, rotation: snapTurn(placement.rotation) } : placement
    const pointers = [...from.keys()]
    const pair = (places: Map<number, Point>): [Point, Point] | null => {
      const [one, other] = pointers.map((id) => places.get(id))
      return one && other ? [one, other] : null
    }
    const [pairWas, pairIs] = [pair(from), pair(now)]
    if (pairWas && pairIs) return free(turn(pinchedBy(start, pairWas, pairIs)))
    const [was, is] = [from.get(pointer), now.get(pointer)]
    if (!was || !is) return free(start)
    if (way === 'turn') return free(turn(turnedBy(start, was, is)))
    const by = { x: is.x - was.x, y: is.y - was.y }
    if (way === 'move') return snapMove(product, design, movedBy(start, by), reach, side)
    const scaled = scaledBy(product, design, start, way, by, side)
    return free(scaledTo(product, design, start, way, snapWidth(product, design, scaled.width, reach, side), side))
  }

  function end(event: PointerEvent): void {
    const held = gesture.current
    if (!held?.now.delete(event.pointerId)) return
    if (held.now.size > 0) {
      // The finger that is left goes on moving it.
      gesture.current = { ...held, way: 'move', start: at, from: new Map(held.now) }
      return
    }
    letGo()
    onEnd()
  }

  function letGo(): void {
    gesture.current = null
    setDragging(false)
    setGuides([])
  }

  /** Ends a drag as if there had been none; false where there is none. */
  function undo(): boolean {
    if (!gesture.current) return false
    put(gesture.current.before)
    letGo()
    return true
  }

  return { begin, move, end, undo, guides, isDragging }
}
