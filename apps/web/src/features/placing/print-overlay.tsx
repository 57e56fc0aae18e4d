import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { RotateCw } from 'lucide-react'
import { labelOf } from '@printroom/contract/catalogue'
import { placementInWords, printAreaOf, settlePlacement } from '@printroom/contract/placement'
import { type Lattice, type Point, isShown, lineInPicture, toPicture } from '@printroom/studio/geometry/lattice-map'
import { CORNERS, cornerAt, placedByKey } from '~/features/placing/gestures.ts'
import { type Placing, sharpnessInWords, sharpnessOf } from '~/features/placing/placing.ts'
import { usePrintDrag } from '~/features/placing/use-print-drag.ts'
import { cn } from '~/lib/cn.ts'

/** Pixels that the knob for turning stands away from the print's upper edge. */
const KNOB_PX = 34
/** A print seen no larger than this, as a share of the picture, has one corner to be taken by: four would cover it. */
const SMALL = 0.12
const LEVEL_COLOUR = { fine: 'text-ink', warned: 'text-amber', poor: 'text-alarm' }
/** Light within dark, so that a line is seen on every colour. */
const HALO = 'fill-none stroke-black/55 [stroke-width:3.5]'

type PrintOverlayProps = { placing: Placing; lattice: Lattice }

/**
 * The print's outline over a picture of it, as the cloth carries it, to be moved, scaled and turned by pointer, fingers or
 * keys; with the print area and the lines that it snaps to.
 */
export function PrintOverlay({ placing, lattice }: PrintOverlayProps) {
  const { product, side: face, design, at, put } = placing
  const [told, setTold] = useState('')
  const surface = useRef<HTMLButtonElement>(null)
  const { begin, move, end, undo, guides, isDragging } = usePrintDrag(surface, placing, lattice, () =>
    setTold(placementInWords(at)),
  )
  const letGo = { onPointerMove: move, onPointerUp: end, onPointerCancel: end }
  const help = useId()
  const area = printAreaOf(product, face)
  const corners = CORNERS.map((corner) => cornerAt(at, design, corner))
  const seen = corners.map((corner) => toPicture(lattice, corner))
  const top = middleOf(seen[0], seen[1])
  const centre = toPicture(lattice, at)
  const side = Math.hypot((seen[1]?.x ?? 0) - (seen[0]?.x ?? 0), (seen[1]?.y ?? 0) - (seen[0]?.y ?? 0))
  // What is held stays, wherever it is dragged to.
  const isWithinReach = (place: Point) => isDragging || isShown(lattice, place)
  const taken = (side < SMALL ? CORNERS.slice(2, 3) : CORNERS).filter((corner) =>
    isWithinReach(cornerAt(at, design, corner)),
  )

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return
    const placed = placedByKey(event, at)
    if (placed === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape' && undo()) return
    put(placed)
    setTold(placed ? placementInWords(settlePlacement(product, design, placed, face)) : 'Where its size says')
  }

  return (
    <div className="absolute inset-0" data-print-overlay="">
      <button
        ref={surface}
        type="button"
        aria-roledescription="movable print"
        aria-label={`Print on the ${labelOf(product)}, ${placementInWords(at)}`}
        aria-describedby={help}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => begin('move', event)}
        {...letGo}
        className={cn(
          'absolute inset-0 size-full touch-none rounded-xl select-none focus-visible:outline-offset-[-3px]',
          isDragging ? 'cursor-grabbing' : 'cursor-grab',
        )}
      />
      <svg viewBox="0 0 1 1" aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
        <Line
          runs={outline(lattice, boxOf(area))}
          className="stroke-white [stroke-dasharray:5_5] [stroke-width:1.25]"
        />
        <Line runs={outline(lattice, corners)} className="stroke-white [stroke-width:1.75]" />
        {guides.map(({ axis, at: line }) => (
          <Line
            key={`${axis}${line}`}
            data-guide={axis}
            runs={
              axis === 'x'
                ? lineInPicture(lattice, { x: line, y: 0 }, { x: line, y: area.height })
                : lineInPicture(lattice, { x: 0, y: line }, { x: area.width, y: line })
            }
            className="stroke-[#ff4fd8] [stroke-width:1.75]"
          />
        ))}
      </svg>
      {taken.map((corner) => (
        <span
          key={`${corner.across}${corner.down}`}
          data-corner={`${corner.across}${corner.down}`}
          onPointerDown={(event) => begin(corner, event)}
          {...letGo}
          style={placeOn(toPicture(lattice, cornerAt(at, design, corner)))}
          className={cn(HANDLE, corner.across === corner.down ? 'cursor-nwse-resize' : 'cursor-nesw-resize')}
        >
          <span className="size-3 rounded-[3px] border border-black/50 bg-white shadow-sheet" />
        </span>
      ))}
      {isWithinReach(middleOf(corners[0], corners[1])) && (
        <span
          data-knob=""
          onPointerDown={(event) => begin('turn', event)}
          {...letGo}
          style={knobPlace(top, centre)}
          className={cn(HANDLE, 'cursor-alias')}
        >
          <span className="grid size-6 place-items-center rounded-full border border-black/50 bg-white text-black shadow-sheet">
            <RotateCw aria-hidden="true" className="size-3.5" />
          </span>
        </span>
      )}
      <p
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute bottom-2 left-2 rounded-md border bg-sheet/95 px-2 py-0.5 text-xs font-medium tabular-nums',
          LEVEL_COLOUR[sharpnessOf(design, at).level],
        )}
      >
        {sharpnessInWords(design, at)}
        {at.rotation !== 0 && ` · ${at.rotation}°`}
      </p>
      <p id={help} className="sr-only">
        Arrow keys move by 0.1 inches, with Shift by 1 inch. Plus and minus scale, square brackets turn, Escape goes
        back to the size.
      </p>
      <p role="status" className="sr-only">
        {told}
      </p>
    </div>
  )
}

/** As large as a finger, wherever the dot in it is. */
const HANDLE = 'absolute grid size-9 -translate-1/2 place-items-center touch-none pointer-coarse:size-11'

const Line = ({ runs, className, ...rest }: { runs: Point[][]; className: string; 'data-guide'?: string }) => {
  const path = runs.map((run) => `M${run.map(({ x, y }) => `${x.toFixed(5)},${y.toFixed(5)}`).join(' ')}`).join('')
  return (
    <g {...rest}>
      <path d={path} vectorEffect="non-scaling-stroke" className={HALO} />
      <path d={path} vectorEffect="non-scaling-stroke" className={cn('fill-none', className)} />
    </g>
  )
}

const boxOf = ({ width, height }: { width: number; height: number }): Point[] => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
]

/** The sides of a box of the area, as far as they are seen. */
const outline = (lattice: Lattice, corners: readonly Point[]): Point[][] =>
  corners.flatMap((corner, index) => lineInPicture(lattice, corner, corners[(index + 1) % corners.length] ?? corner))

const middleOf = (one?: Point, other?: Point): Point => ({
  x: ((one?.x ?? 0) + (other?.x ?? 0)) / 2,
  y: ((one?.y ?? 0) + (other?.y ?? 0)) / 2,
})

const placeOn = ({ x, y }: Point) => ({ left: `${x * 100}%`, top: `${y * 100}%` })

/** Beyond the upper edge, away from the middle, and never out of the picture. */
function knobPlace(top: Point, centre: Point) {
  const [dx, dy] = [top.x - centre.x, top.y - centre.y]
  const length = Math.hypot(dx, dy) || 1
  const within = (share: number, by: number) =>
    `clamp(1rem, calc(${share * 100}% + ${((by / length) * KNOB_PX).toFixed(1)}px), calc(100% - 1rem))`
  return { left: within(top.x, dx), top: within(top.y, dy) }
}
