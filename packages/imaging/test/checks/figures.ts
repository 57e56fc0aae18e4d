import type { Lot } from './lot.ts'

/** An area of a drawing in pixels. */
export type Place = { left: number; top: number; width: number; height: number }
/** A shape as an SVG path, and the share of its place that it fills, roughly. */
type Shape = { path: string; fills: number }

/** Strokes of a few letters in a square of 10; each becomes a bar of thickness 2. */
const LETTERS: readonly (readonly [number, number, number, number][])[] = [
  [
    [1, 0, 3, 10],
    [1, 0, 9, 2],
    [1, 4, 7, 6],
  ],
  [
    [1, 0, 3, 10],
    [1, 8, 9, 10],
  ],
  [
    [4, 0, 6, 10],
    [0, 0, 10, 2],
  ],
  [
    [1, 0, 3, 10],
    [7, 0, 9, 10],
    [1, 4, 9, 6],
  ],
  [
    [1, 0, 3, 10],
    [7, 0, 9, 10],
    [1, 8, 9, 10],
  ],
  [
    [1, 0, 3, 10],
    [1, 0, 9, 2],
    [1, 4, 8, 6],
    [1, 8, 9, 10],
  ],
  [[4, 0, 6, 10]],
  [
    [1, 0, 9, 2],
    [1, 8, 9, 10],
    [1, 0, 3, 10],
    [7, 0, 9, 10],
  ],
]

/** A word of block letters. */
export function word(lot: Lot, { left, top, width, height }: Place): Shape {
  const count = lot.whole(3, 6)
  const unit = Math.min(width / (count * 11), height / 10)
  const [x0, y0] = [left + (width - count * 11 * unit) / 2, top + (height - 10 * unit) / 2]
  let path = ''
  for (let at = 0; at < count; at++)
    for (const [x1, y1, x2, y2] of lot.of(LETTERS)) {
      const x = x0 + at * 11 * unit
      path += `M${x + x1 * unit} ${y0 + y1 * unit}H${x + x2 * unit}V${y0 + y2 * unit}H${x + x1 * unit}Z`
    }
  return { path, fills: (count * 32 * unit ** 2) / (width * height) }
}

/** A closed outline: from a triangle or a star to nearly a disc. */
export function blob(lot: Lot, { left, top, width, height }: Place): Shape {
  const corners = lot.of([3, 4, 5, 6, 8, 10, 14, 40])
  const inner = corners >= 8 && corners < 40 ? lot.between(0.55, 0.95) : 1
  const start = lot.between(0, 2 * Math.PI)
  const points = Array.from({ length: corners }, (_, at) => {
    const angle = start + (at / corners) * 2 * Math.PI
    const reach = at % 2 === 1 ? inner : 1
    return `${left + (width / 2) * (1 + reach * Math.cos(angle))} ${top + (height / 2) * (1 + reach * Math.sin(angle))}`
  })
  return { path: `M${points.join('L')}Z`, fills: corners === 3 ? 0.3 : 0.45 }
}

/** A ring, which is drawn by its two outlines. */
export function ring(lot: Lot, { left, top, width, height }: Place): Shape {
  const [x, y] = [left + width / 2, top + height / 2]
  const outer = Math.min(width, height) / 2
  const inner = outer * lot.between(0.55, 0.8)
  const circle = (r: number, sweep: 0 | 1) =>
    `M${x - r} ${y}A${r} ${r} 0 1 ${sweep} ${x + r} ${y}A${r} ${r} 0 1 ${sweep} ${x - r} ${y}Z`
  return {
    path: circle(outer, 1) + circle(inner, 0),
    fills: (Math.PI * (outer ** 2 - inner ** 2)) / (width * height),
  }
}
