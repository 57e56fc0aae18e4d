import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { printArea } from '@printroom/studio/geometry/placement'
import type { Plate } from '@printroom/studio/plate/plate'
import { openStudio } from '../src/studio.ts'

// tsx bench/roundness.ts [only plates whose name holds this]
// How round a circle in the print stays on every plate of cloth: how far its line strays in the picture from the best
// ellipse, at most, in parts of its radius; and how much of it is in sight. The most dented plates come last.

const [only = ''] = process.argv.slice(2)
const INCH = 0.0254
/** Metres: a circle of 11 inches, an inch below the upper edge of a large print, or of what a lower print area holds. */
const MOST_RADIUS = 5.5 * INCH
const LINE = 0.0012
const PARTS = 120

type Point = readonly [x: number, y: number]
type Triple = [number, number, number]

/** Where each of so many parts of the circle lies in the map, in its pixels; none where nothing of it is in sight. */
function circleIn({ map, manifest }: Plate): { angle: number; at: Point }[] {
  const area = printArea(manifest)
  const radius = Math.min(MOST_RADIUS, area.width / 2, area.height / 2)
  const centre = [area.left + area.width / 2, area.top - Math.min(area.height / 2, radius + INCH)] as const
  const sums = Array.from({ length: PARTS }, () => [0, 0, 0] as [count: number, x: number, y: number])
  for (let y = 0, at = 0; y < map.height; y++)
    for (let x = 0; x < map.width; x++, at++) {
      if (map.coverage[at]! < 200) continue
      const across = manifest.pattern.x0 + (map.u[at]! / 65_535) * manifest.pattern.width - centre[0]
      const up = manifest.pattern.y0 + (map.v[at]! / 65_535) * manifest.pattern.height - centre[1]
      if (Math.abs(Math.hypot(across, up) - radius) > LINE) continue
      const part = Math.floor(((Math.atan2(up, across) + Math.PI) / (2 * Math.PI)) * PARTS) % PARTS
      const sum = sums[part]!
      sum[0]++
      sum[1] += x
      sum[2] += y
    }
  return sums.flatMap(([count, x, y], part) =>
    count > 0 ? [{ angle: ((part + 0.5) / PARTS) * 2 * Math.PI - Math.PI, at: [x / count, y / count] as const }] : [],
  )
}

/** Weights of a cosine, a sine and 1 that fit values best (normal equations, by elimination). */
function fitted(angles: number[], values: number[]): Triple {
  const rows = [0, 1, 2].map(() => [0, 0, 0, 0])
  for (const [i, angle] of angles.entries()) {
    const terms = [Math.cos(angle), Math.sin(angle), 1]
    for (const [row, term] of terms.entries())
      for (const [column, other] of [...terms, values[i]!].entries()) rows[row]![column]! += term * other
  }
  for (const [pivot, row] of rows.entries()) {
    const scale = row[pivot]!
    for (let column = 0; column < 4; column++) row[column]! /= scale
    for (const other of rows)
      if (other !== row) {
        const factor = other[pivot]!
        for (let column = 0; column < 4; column++) other[column]! -= factor * row[column]!
      }
  }
  return [rows[0]![3]!, rows[1]![3]!, rows[2]![3]!]
}

const studio = await openStudio(PRODUCTS_FOLDER)
const found: { name: string; dent: number; seen: number }[] = []
for (const { product, geometry, material } of studio.plates) {
  const name = `${product}/${geometry}`
  if (material === 'glaze' || !name.includes(only)) continue
  const circle = circleIn(await studio.loadPlate(product, geometry))
  const angles = circle.map(({ angle }) => angle)
  const [x, y] = [0, 1].map((axis) =>
    fitted(
      angles,
      circle.map(({ at }) => at[axis]!),
    ),
  ) as [Triple, Triple]
  const radius = Math.sqrt(Math.abs(x[0] * y[1] - x[1] * y[0]))
  const strays = circle.map(({ angle, at }) => {
    const on = [x, y].map(([cosine, sine, one]) => cosine * Math.cos(angle) + sine * Math.sin(angle) + one)
    return Math.hypot(at[0] - on[0]!, at[1] - on[1]!) / radius
  })
  found.push({ name, dent: Math.max(...strays), seen: circle.length / PARTS })
}
for (const { name, dent, seen } of found.sort((a, b) => a.dent - b.dent))
  process.stdout.write(`${name.padEnd(48)} dent ${dent.toFixed(3)}  in sight ${(100 * seen).toFixed(0)} %\n`)
