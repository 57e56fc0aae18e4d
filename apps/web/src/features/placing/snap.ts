import { DESIGN_SIZES, type Product, type Side } from '@printroom/contract/catalogue'
import {
  type Placement,
  type Shape,
  extentOf,
  placementOfPlace,
  placementOfSize,
  placesFor,
  printAreaOf,
} from '@printroom/contract/placement'

/** A line over the print area that a print has snapped to, in inches from its left or upper edge. */
export type Guide = { axis: 'x' | 'y'; at: number }
export type Snapped = { placement: Placement; guides: Guide[] }

const TURN_STEP_DEGREES = 45
const TURN_REACH_DEGREES = 4

/** Where the product's sizes and places would put this design. */
const presetsOf = (product: Product, design: Shape, side?: Side): Placement[] => [
  ...DESIGN_SIZES.map((size) => placementOfSize(product, size, design, side)),
  ...placesFor(product, side).flatMap(({ id }) => placementOfPlace(product, id, design, side) ?? []),
]

/**
 * A print that is moved, drawn to what it is near to: its middle to the area's centre lines and to where sizes and places
 * have theirs, its sides to the area's edges.
 * @param reach inches; with none it is left as it is
 */
export function snapMove(product: Product, design: Shape, placement: Placement, reach: number, face?: Side): Snapped {
  if (reach === 0) return { placement, guides: [] }
  const area = printAreaOf(product, face)
  const extent = extentOf(placement, design)
  const presets = presetsOf(product, design, face)
  const draw = (axis: 'x' | 'y', side: number, half: number) => {
    const at = placement[axis]
    const lines = [
      { from: at, to: side / 2 },
      { from: at - half, to: 0 },
      { from: at + half, to: side },
      ...presets.map((preset) => ({ from: at, to: preset[axis] })),
    ]
    const near = lines
      .map(({ from, to }) => ({ by: to - from, at: to }))
      .filter(({ by }) => Math.abs(by) <= reach)
      .sort((one, other) => Math.abs(one.by) - Math.abs(other.by))
    const [first] = near
    return first ? { at: at + first.by, guides: [{ axis, at: first.at }] } : { at, guides: [] }
  }
  const [x, y] = [draw('x', area.width, extent.width / 2), draw('y', area.height, extent.height / 2)]
  return { placement: { ...placement, x: x.at, y: y.at }, guides: [...x.guides, ...y.guides] }
}

/** An angle in degrees, drawn to the multiples of 45. */
export function snapTurn(rotation: number): number {
  const near = Math.round(rotation / TURN_STEP_DEGREES) * TURN_STEP_DEGREES
  return Math.abs(near - rotation) <= TURN_REACH_DEGREES ? near : rotation
}

/** A width in inches, drawn to those that sizes and places give this design. */
export function snapWidth(product: Product, design: Shape, width: number, reach: number, side?: Side): number {
  const near = presetsOf(product, design, side)
    .map((preset) => preset.width)
    .sort((one, other) => Math.abs(one - width) - Math.abs(other - width))[0]
  return near !== undefined && Math.abs(near - width) <= reach ? near : width
}
