import type { UvMap } from './plate.ts'

type PerAxis<T> = { u: T; v: T }

/** By how much u and v may be off, in parts of 65,535 each. */
export type Tolerance = PerAxis<number>

/** Pixels beyond the product whose places are kept, and those of them that are shown when its edge is softened. */
const CARRIED = 8
const SHOWN = 3

/** Pixels between those that come first. */
const COARSEST = 64

/** Share of the tolerance that pixels are stored in from which others are predicted. */
const FINE = 0.7

/** Times the tolerance, where nothing is shown. */
const COARSE = 4

/** Width and height; for u and for v the two steps that they are stored in. */
const HEADER = 8

/** A residual that has two bytes among the wide ones, and the most steps that go into two. */
const WIDE = 255
const MOST_STEPS = 32_767

type Size = Pick<UvMap, 'width' | 'height' | 'coverage'>
/** `known`: 1 in the pixels that are stored. */
type Grid = Size & { known: Uint8Array }
type Places = PerAxis<Uint16Array>
type Steps = readonly [step: number, finest: number]

/** The pixels of columns x, x + step, … in rows y, y + step, …: those half way between what came before. */
type Pass = { x: number; y: number; step: number; isDiagonal: boolean }

const PASSES: readonly Pass[] = [
  { x: 0, y: 0, step: COARSEST, isDiagonal: true },
  ...Array.from({ length: Math.log2(COARSEST) }, (_, halvings) => COARSEST >> halvings).flatMap((step) => [
    { x: step / 2, y: step / 2, step, isDiagonal: true },
    { x: step / 2, y: 0, step, isDiagonal: false },
    { x: 0, y: step / 2, step, isDiagonal: false },
  ]),
]

/** Three pixels of four, from which no others are predicted. */
const isFinest = ({ step }: Pass): boolean => step === 2

/**
 * A map as few bytes, once they are squeezed (gzip): coverage, and how far u and v are from what is predicted. A coarse grid of
 * pixels comes first, then those half way between them, predicted from four neighbours, and so on down to the last. Of the
 * finest nothing is stored where the prediction is within the tolerance: nearly everywhere but at folds, seams and edges.
 * Coverage comes back as it was, u and v within the tolerance wherever a picture can show them.
 */
export function packMap(map: UvMap, tolerance: Tolerance): Uint8Array {
  const { width, height, coverage } = map
  const grid = { width, height, coverage, known: grown(map, CARRIED) }
  const steps = { u: stepsOf(tolerance.u), v: stepsOf(tolerance.v) }
  const header = new Uint8Array(HEADER)
  const view = new DataView(header.buffer)
  view.setUint16(0, width)
  view.setUint16(2, height)
  header.set([...steps.u, ...steps.v], 4)
  return joined([header, coverage, ...packPlaces(map, { grid, shown: grown(map, SHOWN), tolerance, steps })])
}

/** In steps of 2 the longest residual goes into two bytes. */
function stepsOf(tolerance: number): Steps {
  if (tolerance < 1) throw new RangeError(`a map is not stored to ${tolerance} parts of 65,535`)
  const step = (size: number): number => Math.min(255, Math.max(2, Math.round(size)))
  return [step(FINE * tolerance), step(tolerance)]
}

function packPlaces(
  map: UvMap,
  { grid, shown, tolerance, steps }: { grid: Grid; shown: Uint8Array; tolerance: Tolerance; steps: PerAxis<Steps> },
): Uint8Array[] {
  const { width, height, known } = grid
  const places = { u: new Uint16Array(width * height), v: new Uint16Array(width * height) }
  const count = countOf(known)
  const residuals = { u: new Uint8Array(count), v: new Uint8Array(count) }
  const wide: number[] = []
  let next = 0
  for (const pass of PASSES)
    for (let y = pass.y; y < height; y += pass.step) {
      predictRow(places, grid, pass, y)
      for (let x = pass.x, at = y * width + x; x < width; x += pass.step, at += pass.step) {
        if (known[at] === 0) continue
        for (const axis of ['u', 'v'] as const) {
          const [values, meant] = [places[axis], map[axis][at]!]
          const off = meant - values[at]!
          // Beyond what is carried stands a 0, which is no place.
          const beyond = meant === 0 ? Infinity : COARSE * tolerance[axis]
          const within = isFinest(pass) ? tolerance[axis] : 0
          const step = steps[axis][isFinest(pass) ? 1 : 0]
          const isLeft = Math.abs(off) <= (shown[at] === 1 ? within : beyond)
          const rest = isLeft ? 0 : Math.min(MOST_STEPS, Math.round(off / step))
          const code = rest < 0 ? -2 * rest - 1 : 2 * rest
          values[at] = moved(values[at]!, code, step)
          residuals[axis][next] = Math.min(WIDE, code)
          if (code >= WIDE) wide.push(code & 255, code >> 8)
        }
        next++
      }
    }
  return [residuals.u, residuals.v, Uint8Array.from(wide)]
}

/** @throws RangeError when the bytes are not a packed map */
export function unpackMap(packed: Uint8Array): UvMap {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const [width, height] = [view.getUint16(0), view.getUint16(2)]
  const from = HEADER + width * height
  const refused = new RangeError(`a packed map of ${width} × ${height} has ${packed.length} bytes`)
  if (packed.length < from) throw refused
  const size = { width, height, coverage: packed.slice(HEADER, from) }
  const grid = { ...size, known: grown(size, CARRIED) }
  const steps = { u: [packed[4]!, packed[5]!], v: [packed[6]!, packed[7]!] } as const
  const { places, end } = unpackPlaces(packed, from, grid, steps)
  if (end !== packed.length) throw refused
  return { ...size, ...places }
}

/** u and v, and where their bytes end. Without a callback a pixel, ten times as fast: a seller waits for it. */
function unpackPlaces(packed: Uint8Array, from: number, grid: Grid, steps: PerAxis<Steps>) {
  const { width, height, known } = grid
  const [u, v] = [new Uint16Array(width * height), new Uint16Array(width * height)]
  const places = { u, v }
  const count = countOf(known)
  let next = from
  let wide = from + 2 * count
  for (const pass of PASSES) {
    const [uStep, vStep] = isFinest(pass) ? [steps.u[1], steps.v[1]] : [steps.u[0], steps.v[0]]
    for (let y = pass.y; y < height; y += pass.step) {
      predictRow(places, grid, pass, y)
      const end = (y + 1) * width
      for (let at = y * width + pass.x; at < end; at += pass.step) {
        if (known[at] === 0) continue
        let uCode = packed[next]!
        let vCode = packed[next + count]!
        next++
        if ((uCode | vCode) === 0) continue
        if (uCode === WIDE) {
          uCode = packed[wide]! | (packed[wide + 1]! << 8)
          wide += 2
        }
        if (vCode === WIDE) {
          vCode = packed[wide]! | (packed[wide + 1]! << 8)
          wide += 2
        }
        u[at] = moved(u[at]!, uCode, uStep)
        v[at] = moved(v[at]!, vCode, vStep)
      }
    }
  }
  return { places, end: wide }
}

/** code: of the steps to go, 1, 2, 3, 4 for -1, 1, -2, 2. */
const moved = (value: number, code: number, step: number): number =>
  Math.min(65_535, Math.max(0, value + ((code >> 1) ^ -(code & 1)) * step))

/**
 * Puts into each pixel of a pass in row y what its four neighbours expect there: the mean of the middle two, which is the
 * mean of all on a plane and beside a fold is not drawn to the other part.
 */
function predictRow({ u, v }: Places, grid: Grid, { x: left, step, isDiagonal }: Pass, y: number): void {
  const { width, height, known } = grid
  const half = step >> 1
  const far = isDiagonal ? half * width + half : half * width
  const near = isDiagonal ? half * width - half : half
  const isInner = y >= half && y + half < height
  for (let x = left, at = y * width + x; x < width; x += step, at += step) {
    if (known[at] === 0) continue
    const around = known[at - far]! & known[at - near]! & known[at + near]! & known[at + far]!
    if (around === 1 && isInner && x >= half && x + half < width) {
      u[at] = middleOf(u[at - far]!, u[at - near]!, u[at + near]!, u[at + far]!)
      v[at] = middleOf(v[at - far]!, v[at - near]!, v[at + near]!, v[at + far]!)
    } else {
      const there = [at - far, at - near, at + near, at + far].filter((place) => known[place] === 1)
      u[at] = meanOf(u, there)
      v[at] = meanOf(v, there)
    }
  }
}

/** The mean of the two in the middle. Its minima and maxima take no branches, which a processor would guess wrong. */
function middleOf(a: number, b: number, c: number, d: number): number {
  const ab = (a - b) & ((a - b) >> 31)
  const cd = (c - d) & ((c - d) >> 31)
  const lows = b + ab - d - cd
  const highs = a - ab - c + cd
  const low = b + ab - (lows & (lows >> 31))
  const high = c - cd + (highs & (highs >> 31))
  return (low + high) >> 1
}

const meanOf = (values: Uint16Array, places: readonly number[]): number =>
  places.length === 0 ? 0 : places.reduce((sum, at) => sum + values[at]!, 0) / places.length

/** 1 in the pixels that are at most `reach` columns and rows from the product, 0 in the others. */
function grown({ width, height, coverage }: Size, reach: number): Uint8Array {
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0, row = y * width; x < width; x++) {
      if (coverage[row + x] === 0) continue
      const first = Math.max(0, x - reach)
      while (x < width && coverage[row + x] !== 0) x++
      const end = Math.min(width, x + reach)
      const last = Math.min(height - 1, y + reach)
      for (let near = Math.max(0, y - reach); near <= last; near++)
        out.fill(1, near * width + first, near * width + end)
    }
  return out
}

function countOf(known: Uint8Array): number {
  let count = 0
  for (let at = 0; at < known.length; at++) count += known[at]!
  return count
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
