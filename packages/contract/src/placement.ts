import { type DesignSize, type Face, type Product, type Side, findFace, printWidthIn, sizeNoteOf } from './catalogue.ts'
import { isSamePlacement } from './same-placement.ts'

/*
 * Where a print sits, in inches of the print area of a product's side: from its left upper corner, right and down. The
 * compositor has the same numbers in the plate's metres (`placePrint`). Where no side is named it is the front.
 */

/** The narrowest print that a seller may ask for. */
export const PRINT_MIN_WIDTH_IN = 0.5
/** Below the first a print is soft from near, below the second from everywhere. */
export const PRINT_DPI = { warned: 150, poor: 72 } as const
/** What is no wider than this beyond the area is within it: numbers on screen are rounded to it. */
const TOLERANCE_IN = 0.01

/**
 * `x` and `y`: the design's middle, in inches from the left upper corner of the print area. `width`: of the whole design,
 * transparent margins included, in inches. `rotation`: degrees clockwise about its middle, above -180 and up to 180.
 */
export type Placement = { x: number; y: number; width: number; rotation: number }

/** A design's shape: its sides in pixels, or in anything else. */
export type Shape = { width: number; height: number }

/** The largest print of a product, in inches. */
export function printAreaOf(product: Product, side?: Side): Shape {
  const { maxWidthIn: width, maxHeightIn: height } = findFace(product, side).print
  return { width, height }
}

/** The places of a product that sellers know by name. */
export const placesFor = (product: Product, side?: Side): Face['placing']['places'] =>
  findFace(product, side).placing.places

/** Where a size puts a design: what the compositor does with the size alone, to the last bit. */
export function placementOfSize(product: Product, size: DesignSize, design: Shape, side?: Side): Placement {
  const { print, placing } = findFace(product, side)
  const aspect = design.height / design.width
  const width = Math.min(print.sizesIn[size], print.maxWidthIn, print.maxHeightIn / aspect)
  const y = placing.anchor === 'top' ? (width * aspect) / 2 : print.maxHeightIn / 2
  return { x: print.maxWidthIn / 2, y, width, rotation: 0 }
}

/** What stands below a size for this design: the product's note, or the inches of one that is made narrower since it is so high. */
export function sizeNoteFor(product: Product, size: DesignSize, design: Shape, side?: Side): string {
  const { width } = placementOfSize(product, size, design, side)
  return width < printWidthIn(product, size, side) - TOLERANCE_IN
    ? `${rounded(width)} inches wide`
    : sizeNoteOf(product, size, side)
}

/** Where a place of a product puts a design; null for a place that it does not have. */
export function placementOfPlace(product: Product, id: string, design: Shape, side?: Side): Placement | null {
  const { print, placing } = findFace(product, side)
  const place = placing.places.find((each) => each.id === id)
  if (!place) return null
  const aspect = design.height / design.width
  const width = Math.min(place.width, place.height / aspect)
  const hangs = placing.anchor === 'top' && place.height === print.maxHeightIn
  return {
    x: place.left + place.width / 2,
    y: place.top + (hangs ? (width * aspect) / 2 : place.height / 2),
    width,
    rotation: 0,
  }
}

/** Width and height of what a print covers in inches, turned as it is. */
export function extentOf({ width, rotation }: Placement, design: Shape): Shape {
  const height = (width * design.height) / design.width
  const angle = (rotation * Math.PI) / 180
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  return { width: width * cosine + height * sine, height: width * sine + height * cosine }
}

/** What numbers of a placement are out of their range on this product, whatever the design, in a sentence each. */
export function placementRangeProblems(product: Product, placement: Placement, side?: Side): string[] {
  const area = printAreaOf(product, side)
  const ranges = [
    ['x', 0, area.width],
    ['y', 0, area.height],
    // One that is turned may be as wide as the area is high.
    ['width', PRINT_MIN_WIDTH_IN, Math.max(area.width, area.height)],
  ] as const
  return ranges
    .filter(([name, least, most]) => placement[name] < least || placement[name] > most)
    .map(
      ([name, least, most]) =>
        `placement.${name} is from ${least} to ${most} inches on this product, not ${placement[name]}`,
    )
}

/** What is wrong with a placement of this design, in a sentence; null where it lies within the print area. */
export function placementProblem(product: Product, design: Shape, placement: Placement, face?: Side): string | null {
  const area = printAreaOf(product, face)
  const { width, height } = extentOf(placement, design)
  const beyond = {
    left: width / 2 - placement.x,
    right: placement.x + width / 2 - area.width,
    upper: height / 2 - placement.y,
    lower: placement.y + height / 2 - area.height,
  }
  const [[side, by] = ['', 0]] = Object.entries(beyond).sort(([, one], [, other]) => other - one)
  if (by <= TOLERANCE_IN) return null
  return `The print reaches ${rounded(by)} inches beyond the ${side} edge of the print area, which is ${area.width} inches wide and ${area.height} high. Move it or make it smaller.`
}

/** The nearest placement that lies within the print area: made smaller where it has to be, then moved. */
export function fitPlacement(product: Product, design: Shape, placement: Placement, side?: Side): Placement {
  const area = printAreaOf(product, side)
  const wanted = extentOf(placement, design)
  const shrink = Math.min(1, area.width / wanted.width, area.height / wanted.height)
  const width = placement.width * shrink
  const extent = extentOf({ ...placement, width }, design)
  const within = (at: number, half: number, side: number) => Math.min(Math.max(at, half), Math.max(half, side - half))
  return {
    x: within(placement.x, extent.width / 2, area.width),
    y: within(placement.y, extent.height / 2, area.height),
    width,
    rotation: placement.rotation,
  }
}

/**
 * The nearest placement within the print area in steps that a screen shows: hundredths of an inch, tenths of a degree. A width
 * is never rounded up, which could reach beyond the area.
 */
export function settlePlacement(product: Product, design: Shape, placement: Placement, side?: Side): Placement {
  const angle = Math.round(placement.rotation * 10) / 10
  const turned = angle - 360 * Math.ceil((angle - 180) / 360)
  const rotation = Math.round(turned * 10) / 10 + 0
  const width = Math.max(PRINT_MIN_WIDTH_IN, placement.width)
  const fitted = fitPlacement(product, design, { ...placement, width, rotation }, side)
  const floored = Math.floor(fitted.width * 100 + 1e-6) / 100
  return { x: rounded(fitted.x), y: rounded(fitted.y), width: floored, rotation }
}

/** Where a place of a product puts a design, in the steps of a screen; null for a place that it does not have. */
export function settledPlace(product: Product, id: string, design: Shape, side?: Side): Placement | null {
  const place = placementOfPlace(product, id, design, side)
  return place && settlePlacement(product, design, place, side)
}

/** The place of a product that a placement is; undefined where it is none of them. */
export const placeOf = (product: Product, design: Shape, placement: Placement | null, side?: Side) =>
  placesFor(product, side).find(
    ({ id }) => placement && isSamePlacement(settledPlace(product, id, design, side), placement),
  )

/** The design's pixels an inch of its print. */
export const dpiOf = (design: Shape, { width }: Pick<Placement, 'width'>): number => design.width / width

/** A placement in words, as `4 in wide at 10.5, 2 in, turned by 15°`. */
export const placementInWords = ({ x, y, width, rotation }: Placement): string =>
  [
    `${rounded(width)} in wide at ${rounded(x)}, ${rounded(y)} in`,
    ...(rotation === 0 ? [] : [`turned by ${rounded(rotation)}°`]),
  ].join(', ')

const rounded = (value: number): number => Math.round(value * 100) / 100
