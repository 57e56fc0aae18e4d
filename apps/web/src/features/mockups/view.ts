/** What two pictures show of themselves: `scale` times as large, the point `x`, `y` (0 to 1 of the picture) in the middle. */
export type View = { scale: number; x: number; y: number }
export type Point = { x: number; y: number }

export const WHOLE: View = { scale: 1, x: 0.5, y: 0.5 }
export const MOST = 8

const between = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** A view that shows nothing beyond the picture's edges. */
export function within({ scale, x, y }: View): View {
  const to = between(scale, 1, MOST)
  const half = 0.5 / to
  return { scale: to, x: between(x, half, 1 - half), y: between(y, half, 1 - half) }
}

/** `factor` times closer; `at` (0 to 1 of the window, its middle unless told) stays where it is. */
export function zoomed(view: View, factor: number, at: Point = { x: 0.5, y: 0.5 }): View {
  const scale = between(view.scale * factor, 1, MOST)
  const gain = 1 / view.scale - 1 / scale
  return within({ scale, x: view.x + (at.x - 0.5) * gain, y: view.y + (at.y - 0.5) * gain })
}

/** Moved as a hand moves paper, by so much of the window (1 is all of it). */
export const moved = (view: View, by: Point): View =>
  within({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale })

/** How a square picture of the window's size is put to show a view. */
export const transformOf = ({ scale, x, y }: View): string =>
  `translate(${(0.5 - x) * scale * 100}%, ${(0.5 - y) * scale * 100}%) scale(${scale})`
