import type { Picture } from '@printroom/studio/plate/plate'
import type { Reference } from './reference.ts'
import { type Homography, IDENTITY, apply } from './homography.ts'
import {
  type Lights,
  type Structure,
  cells,
  colours,
  differenceOf,
  lightBetween,
  strangeness,
  structure,
} from './likeness.ts'
import {
  type Box,
  type Plane,
  blur,
  boundsOf,
  brightnessOf,
  cut,
  emptyPlane,
  halve,
  lightOf,
  planeOf,
  sample,
  widen,
} from './plane.ts'
import { type Sought, readSought, register } from './register.ts'

/** What was measured. Differences are CIEDE2000; `moved` is in shares of the print's
 * diagonal, `strange` the share of the bare cloth that shows what is no cloth. */
export type Measures = {
  structure: Structure
  colour: { mean: number; worst: number }
  garment: number
  strange: number
  moved: number
}

export type Verdict = {
  isFaithful: boolean
  /** Print fidelity in whole percent. */
  score: number
  /** What is wrong, in a word each, for support staff. */
  faults: Fault[]
  measures: Measures
  /** From the studio's picture to the one that was checked: of the product, and of the print upon it. */
  product: Homography
  print: Homography
}

export type Fault = 'structure' | 'detail' | 'colour' | 'garment' | 'cloth' | 'place'

/** The bar. */
export const LIMITS = {
  structure: 0.8,
  detail: 0.55,
  colour: 6,
  colourWorst: 16,
  garment: 2.5,
  strange: 0.004,
  moved: 0.03,
} as const

/** Side of the pictures that are compared. */
export const CHECKED_SIDE_PX = 768

/** Found by the print itself, and by the product around it: a model may move its camera a little, and no print on the cloth. */
const PRINT_SEARCH = { shift: 0.12, turns: [-24, -16, -8, 0, 8, 16, 24], scales: [0.8, 1, 1.25] } as const
const PRODUCT_SEARCH = { shift: 0.05, turns: [0], scales: [1] } as const
/** A print is known again from here on; below, its place is the product's. */
const KNOWN = 0.35
/** A garment's place is known from here on; below, it stands where it stood. */
const KNOWN_PRODUCT = 0.5
/** So many marked pixels tell it: the rim that a print leaves of its own area, 43 of them on a mug, moved as its noise had it. */
const FEWEST_MARKS = 350
/** Sides of the cells whose colours are compared, in pixels: of the print, and of the cloth at a quarter of the size. */
const PRINT_CELL = 8
const CLOTH_CELL = 3
/** So many cells of bare cloth tell its colour. */
const FEWEST_CELLS = 12
/** The print's surroundings that are looked at too, in shares of its width. */
const MARGIN = 0.06

/**
 * Whether a picture shows the order's own print. `picture` has the reference's size. The studio's composite is the
 * uploaded design, warped through the exact map of the cloth and lit; so it is what the print must look like, and where.
 */
export function checkFidelity(reference: Reference, picture: Picture): Verdict {
  const { width, height } = reference.picture
  if (picture.width !== width || picture.height !== height) throw new RangeError('both pictures must have one size')
  const { bounds, box, near, brightness, printed, cloth, before, bare, sought } = expectedOf(reference)
  const shown = brightnessOf(picture)
  const places = find(sought, shown)

  const likeness = structure(blur(brightness, 1), blur(warp(shown, places.print, box), 1), near)

  const given = lightsOf(picture)
  const after = cells(given.map((light) => warp(light, places.print, box)) as unknown as Lights, printed, PRINT_CELL)
  const whole: Box = { left: 0, top: 0, right: cloth.width, bottom: cloth.height }
  const worn = cells(
    given.map((light) => warp(quarter(light), places.product, whole)) as unknown as Lights,
    cloth,
    CLOTH_CELL,
  )
  const isSeen = bare.length >= FEWEST_CELLS
  const gain = isSeen ? lightBetween(bare, worn) : lightBetween(before, after)
  const mean = (all: readonly number[][]) =>
    CHANNELS.map((c) => all.reduce((sum, cell) => sum + cell[c]!, 0) / all.length)
  const garment = isSeen
    ? differenceOf(
        mean(bare).map((value, c) => value * gain[c]!),
        mean(worn),
      )
    : 0
  const colour = colours(before, after, gain)

  const measures: Measures = {
    structure: likeness,
    colour,
    garment,
    strange: isSeen ? strangeness(bare, worn, gain) : 0,
    moved: movedOf(places, bounds, width, height),
  }
  const faults = faultsOf(measures)
  return {
    isFaithful: faults.length === 0,
    score: scoreOf(measures),
    faults,
    measures,
    product: places.product,
    print: places.print,
  }
}

/** The print's bounds, and with the margin that belongs to what is looked at. @throws RangeError when there is no print */
export function printAreaOf({ print }: Reference): { bounds: Box; area: Box; margin: number } {
  const bounds = boundsOf(print)
  if (!bounds) throw new RangeError('the picture shows no print')
  const margin = Math.round((bounds.right - bounds.left) * MARGIN)
  return { bounds, area: widen(bounds, margin, print), margin }
}

/** What every picture is held against, in the box about the print (`box`) and on bare cloth at a quarter of the size. */
type Expected = {
  bounds: Box
  box: Box
  near: Plane
  brightness: Plane
  printed: Plane
  cloth: Plane
  before: number[][]
  bare: number[][]
  sought: Both
}

const read = new WeakMap<Reference, Expected>()

/** Read once a reference: several pictures are held against one. @throws RangeError when there is no print */
function expectedOf(reference: Reference): Expected {
  const expected = read.get(reference) ?? readReference(reference)
  read.set(reference, expected)
  return expected
}

function readReference(reference: Reference): Expected {
  const { bounds, area, margin } = printAreaOf(reference)
  const box = widen(area, 4, reference.print)
  const brightness = brightnessOf(reference.picture)
  const own = lightsOf(reference.picture)
  const printed = cut(reference.print, box)
  const cloth = quarter(clothOnly(reference, area))
  return {
    bounds,
    box,
    near: planeOf(box.right - box.left, box.bottom - box.top, (at) => blurredMask(reference.print, box, at, margin)),
    brightness: cut(brightness, box),
    printed,
    cloth,
    before: cells(own.map((light) => cut(light, box)) as unknown as Lights, printed, PRINT_CELL),
    bare: cells(own.map(quarter) as unknown as Lights, cloth, CLOTH_CELL),
    sought: soughtIn(reference, brightness, area),
  }
}

const CHANNELS = [0, 1, 2] as const
const lightsOf = (of: Picture) => CHANNELS.map((c) => lightOf(of, c)) as unknown as Lights

function faultsOf({ structure: { mean, worst }, colour, garment, strange, moved }: Measures): Fault[] {
  const checks: [Fault, boolean][] = [
    ['structure', mean < LIMITS.structure],
    ['detail', worst < LIMITS.detail],
    ['colour', colour.mean > LIMITS.colour || colour.worst > LIMITS.colourWorst],
    ['garment', garment > LIMITS.garment],
    ['cloth', strange > LIMITS.strange],
    ['place', moved > LIMITS.moved],
  ]
  return checks.flatMap(([fault, isWrong]) => (isWrong ? [fault] : []))
}

/** Structure and colour alike, 100 when nothing differs; a difference of 50 is as another colour altogether. */
function scoreOf({ structure: { mean }, colour, moved }: Measures): number {
  const share = mean * Math.max(0, 1 - colour.mean / 50) * Math.max(0, 1 - moved)
  return Math.round(100 * Math.min(1, Math.max(0, share)))
}

export type Places = { product: Homography; print: Homography }

/** What is looked for in a picture: the product at a quarter of the reference's size, the print upon it at half. */
type Both = { product: Sought; print: Sought }

function soughtIn(reference: Reference, brightness: Plane, area: Box): Both {
  const half = halve(brightness)
  return {
    product: readSought(halve(half), quarter(productSurroundings(reference, area))),
    print: readSought(half, halve(marked(reference.print, area))),
  }
}

/** Where the product and the print upon it lie in a picture; `area` is the print with its margin. */
export const placesOf = (reference: Reference, picture: Picture, area: Box): Places =>
  find(soughtIn(reference, brightnessOf(reference.picture), area), brightnessOf(picture))

function find(sought: Both, brightness: Plane): Places {
  const shown = halve(brightness)
  const place = productPlace(sought.product, halve(shown))
  const print = register(sought.print, shown, PRINT_SEARCH)
  return { product: place, print: print.correlation >= KNOWN ? print.homography : place }
}

function productPlace(product: Sought, shown: Plane): Homography {
  if (product[0]!.marks.count < FEWEST_MARKS) return IDENTITY
  const { homography, correlation } = register(product, shown, PRODUCT_SEARCH)
  return correlation >= KNOWN_PRODUCT ? homography : IDENTITY
}

/** A garment needs no more pixels than this to be found, and to have its colour taken. */
const quarter = (plane: Plane): Plane => halve(halve(plane))

/** Mean distance of the box's corners between the print's place and the one that the product gives it. */
function movedOf({ product, print }: Places, { left, top, right, bottom }: Box, width: number, height: number): number {
  const corners = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(([x, y]) => [(x! - width / 2) / width, (y! - height / 2) / width] as const)
  const diagonal = Math.hypot(right - left, bottom - top) / width
  const far = corners.map(([x, y]) => {
    const [a, b] = [apply(product, x, y), apply(print, x, y)]
    return Math.hypot(a[0] - b[0], a[1] - b[1])
  })
  return far.reduce((sum, value) => sum + value, 0) / far.length / diagonal
}

/** The part of a picture that the map brings onto a box of the reference. */
export function warp(picture: Plane, h: Homography, { left, top, right, bottom }: Box): Plane {
  const out = emptyPlane(right - left, bottom - top)
  const { width, height } = picture
  for (let y = 0; y < out.height; y++)
    for (let x = 0; x < out.width; x++) {
      const [u, v] = [(left + x + 0.5 - width / 2) / width, (top + y + 0.5 - height / 2) / width]
      const w = width / (h[6] * u + h[7] * v + h[8])
      const [px, py] = [(h[0] * u + h[1] * v + h[2]) * w, (h[3] * u + h[4] * v + h[5]) * w]
      out.data[y * out.width + x] = sample(picture, px + width / 2 - 0.5, py + height / 2 - 0.5)
    }
  return out
}

const marked = (print: Plane, { left, top, right, bottom }: Box): Plane =>
  planeOf(print.width, print.height, (at) => {
    const [x, y] = [at % print.width, Math.floor(at / print.width)]
    return x >= left && x < right && y >= top && y < bottom ? Math.max(print.data[at]!, 0.3) : 0
  })

/** The print and a margin about it. */
function blurredMask(print: Plane, box: Box, at: number, margin: number): number {
  const width = box.right - box.left
  const [x, y] = [box.left + (at % width), box.top + Math.floor(at / width)]
  const reach = Math.max(1, margin)
  for (const [dx, dy] of [
    [0, 0],
    [reach, 0],
    [-reach, 0],
    [0, reach],
    [0, -reach],
  ] as const) {
    const [px, py] = [x + dx, y + dy]
    if (px >= 0 && py >= 0 && px < print.width && py < print.height && print.data[py * print.width + px]! > 0.5)
      return 1
  }
  return 0
}

/** The product and a little around it, without the print: what says where the garment is. */
function productSurroundings({ product }: Reference, print: Box): Plane {
  const wide = blur(product, Math.round(product.width / 100))
  return planeOf(product.width, product.height, (at) =>
    isWithin(print, at, product.width) ? 0 : Math.min(1, 4 * wide.data[at]!),
  )
}

/** Cloth well inside the product and away from the print. */
function clothOnly({ product }: Reference, print: Box): Plane {
  const inner = blur(product, Math.round(product.width / 128))
  return planeOf(product.width, product.height, (at) =>
    inner.data[at]! > 0.98 && !isWithin(print, at, product.width) ? 1 : 0,
  )
}

function isWithin({ left, top, right, bottom }: Box, at: number, width: number): boolean {
  const [x, y] = [at % width, Math.floor(at / width)]
  return x >= left && x < right && y >= top && y < bottom
}
