import { type Correspondence, pixelsPerInchOf } from '../find/corners.ts'
import type { Photo } from '../find/read-photo.ts'
import type { Labels } from '../light/sheet-labels.ts'
import type { Sheet } from '../print/sheet.ts'
import { alignWindows } from './align.ts'
import { fitCylinder } from './fit-cylinder.ts'
import { type Weighed, fitSurface } from './fit-surface.ts'
import { type Base, type Surface, pixelAt } from './surface.ts'

/** A found place, and by how many pixels a map that was made without it misses it: NaN where this was not tried. */
export type Tested = Correspondence & { error: number }

/** The map of a photograph: its surface, the places that it rests on, and how many were dropped. `stiffness` as `fitSurface` has it. */
export type SheetMap = {
  surface: Surface
  used: Tested[]
  dropped: number
  stiffness: number
  /** How far markers stand out of their place, in inches: ink that has run, and what blur adds. */
  inkGain: number
}

/** Knots a square: markers and board give some six places to each. */
const KNOTS = { corners: 2.5, windows: 3.75 }
const STIFFNESSES = [0.003, 0.02, 0.15] as const
const FOLDS = 5
/** Times that windows of the print are laid on the photograph, each from the map of the time before. */
const TURNS = 2
/** Markers' corners bear their ink's running and the lens's blur; the board's do not. */
const MARKER_WEIGHT = 0.15
const WINDOW_WEIGHT = 0.5
/** Rounds of dropping outliers: how stiff the map is, and the shares of a square that are never too far. */
const ROUNDS = [
  { stiffness: 3, pitches: 0.7 },
  { stiffness: 0.3, pitches: 0.25 },
  { stiffness: 0.03, pitches: 0.06 },
] as const
/** Times the median miss beyond which a place is dropped. */
const DROPPED_FROM = 8
/** Of a square: places nearer than this to one that is left out are left out with it. */
const BESIDE = 0.45

/** The smooth map through the found places, those dropped that no cloth can explain, with its error where it was tested. */
export function measureMap(photo: Photo, sheet: Sheet, labels: Labels, found: readonly Correspondence[]): SheetMap {
  const { places, inkGain } = withoutInkGain(sheet, found)
  const perSquare = sheet.pitch * pixelsPerInchOf(found)
  const base = fitCylinder(photo, sheet, places)
  const fit = (fitted: readonly Correspondence[], stiff: number) => fitTo(sheet, fitted, stiff, base)
  let used = places
  // From a stiff map and what is inches off to a supple one, which real folds bend: a mug's edge is no outlier.
  for (const { stiffness, pitches } of ROUNDS) used = withoutOutliers(used, fit(used, stiffness), pitches * perSquare)
  let stiffness: number = STIFFNESSES[1]
  let surface = fit(used, stiffness)
  const corners = used
  let ran: number | null = null
  for (let turn = 0; turn < TURNS; turn++) {
    const windows = alignWindows(photo, sheet, labels, surface, corners, ran)
    if (ran === null)
      ran = quantile(
        windows.map(({ wider }) => wider),
        0.5,
      )
    used = [...corners, ...windows]
    if (turn === TURNS - 1) stiffness = bestStiffness(sheet, used, fit)
    surface = fit(used, stiffness)
  }
  return {
    surface,
    used: tested(sheet, used, stiffness, fit),
    dropped: found.length - corners.length,
    stiffness,
    inkGain,
  }
}

type Fit = (places: readonly Correspondence[], stiffness: number) => Surface

const fitTo = (sheet: Sheet, places: readonly Correspondence[], stiffness: number, base: Base | null): Surface =>
  fitSurface(
    places.map(weighed),
    sheet,
    sheet.pitch / (places.some((p) => p.kind === 'window') ? KNOTS.windows : KNOTS.corners),
    stiffness,
    base,
  )

const weighed = ({ kind, ...place }: Correspondence): Weighed => ({
  ...place,
  weight: kind === 'board' ? 1 : kind === 'marker' ? MARKER_WEIGHT : WINDOW_WEIGHT,
})

const missOf = (surface: Surface, { x, y, px, py }: Correspondence): number => {
  const [qx, qy] = pixelAt(surface, x, y)
  return Math.hypot(qx - px, qy - py)
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

function withoutOutliers(places: readonly Correspondence[], surface: Surface, never: number): Correspondence[] {
  const misses = places.map((place) => missOf(surface, place))
  const most = Math.max(never, DROPPED_FROM * quantile(misses, 0.5))
  return places.filter((_, i) => misses[i]! <= most)
}

/**
 * Markers' corners with the running of ink taken off: all of them stand further out, from the middle of their own marker, by
 * the same length, which is told from the board's corners.
 */
function withoutInkGain(sheet: Sheet, found: readonly Correspondence[]): { places: Correspondence[]; inkGain: number } {
  const board = found.filter(({ kind }) => kind === 'board')
  if (board.length < 12) return { places: [...found], inkGain: 0 }
  const surface = fitTo(sheet, board, 0.1, null)
  const { pitch, left, top } = sheet
  const outward = (at: number, origin: number) => Math.sign((((at - origin) / pitch) % 1) - 0.5)
  const moved = (place: Correspondence, by: number): Correspondence => ({
    ...place,
    x: place.x + by * outward(place.x, left),
    y: place.y + by * outward(place.y, top),
  })
  const markers = found.filter(({ kind }) => kind === 'marker')
  const missAt = (by: number) =>
    quantile(
      markers.map((place) => missOf(surface, moved(place, by))),
      0.5,
    )
  const steps = Array.from({ length: 13 }, (_, i) => (i - 6) * 0.0025 * (pitch / 0.75))
  const best = steps.reduce((least, by) => (missAt(by) < missAt(least) ? by : least), 0)
  return { places: [...board, ...markers.map((place) => moved(place, best))], inkGain: best }
}

/** Which part of the places a place belongs to, so that neighbours do not share one. */
const foldOf = ({ pitch, left, top }: Sheet, { x, y }: Correspondence): number =>
  (Math.round((x - left) / pitch) + 2 * Math.round((y - top) / pitch)) % FOLDS

function missesOf(
  sheet: Sheet,
  places: readonly Correspondence[],
  stiffness: number,
  fold: number,
  fit: Fit,
): Map<Correspondence, number> {
  const out = places.filter((place) => place.kind === 'board' && foldOf(sheet, place) === fold)
  const near = BESIDE * sheet.pitch
  const kept = places.filter(
    (place) => !out.some(({ x, y }) => Math.abs(x - place.x) < near && Math.abs(y - place.y) < near),
  )
  const surface = fit(kept, stiffness)
  return new Map(out.map((place) => [place, missOf(surface, place)]))
}

function bestStiffness(sheet: Sheet, places: readonly Correspondence[], fit: Fit): number {
  const cost = (stiffness: number) => {
    const misses = [...missesOf(sheet, places, stiffness, 0, fit).values()]
    return quantile(misses, 0.5) + quantile(misses, 0.9)
  }
  const costs = STIFFNESSES.map(cost)
  return STIFFNESSES[costs.indexOf(Math.min(...costs))] ?? STIFFNESSES[1]
}

function tested(sheet: Sheet, places: readonly Correspondence[], stiffness: number, fit: Fit): Tested[] {
  const misses = new Map<Correspondence, number>()
  for (let fold = 0; fold < FOLDS; fold++)
    for (const [place, miss] of missesOf(sheet, places, stiffness, fold, fit)) misses.set(place, miss)
  return places.map((place) => ({ ...place, error: misses.get(place) ?? NaN }))
}

/** How far the map misses places that it was made without, in pixels of the plate. */
export type MapErrors = { median: number; p95: number; most: number; tested: number }

/** The errors of a map; `scale`: pixels of the plate for one of the photograph. */
export function errorsOf({ used }: SheetMap, scale: number): MapErrors {
  const errors = used.flatMap(({ error }) => (Number.isNaN(error) ? [] : [error * scale]))
  const at = (share: number) => (errors.length === 0 ? Infinity : quantile(errors, share))
  return { median: at(0.5), p95: at(0.95), most: at(1), tested: errors.length }
}
