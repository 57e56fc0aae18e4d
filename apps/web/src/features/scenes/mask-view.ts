import type { Place } from '~/features/scenes/mask-painting.ts'

/** How the mask lies in its window: CSS pixels a pixel of the mask, and where the mask's corner is. */
export type View = { scale: number; x: number; y: number }

/** Times the whole picture. */
export const MOST_ZOOM = 12

/** The whole mask in the middle of a window. */
export function wholeView(side: number, width: number, height: number): View {
  const scale = Math.min(width, height) / side
  return { scale, x: (width - side * scale) / 2, y: (height - side * scale) / 2 }
}

/** Nearer or farther by a factor, with the place under a point of the window kept there. */
export function zoomed(view: View, factor: number, at: Place, whole: View): View {
  const scale = Math.min(whole.scale * MOST_ZOOM, Math.max(whole.scale, view.scale * factor))
  const by = scale / view.scale
  if (scale === whole.scale) return whole
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

/** Moved, but so that the middle of the window is never off the mask. */
export function moved({ scale, x, y }: View, by: Place, side: number, width: number, height: number): View {
  const within = (at: number, window: number) => Math.min(window / 2, Math.max(window / 2 - side * scale, at))
  return { scale, x: within(x + by.x, width), y: within(y + by.y, height) }
}

export const placeAt = ({ scale, x, y }: View, at: Place): Place => ({ x: (at.x - x) / scale, y: (at.y - y) / scale })
export const pointOf = ({ scale, x, y }: View, at: Place): Place => ({ x: at.x * scale + x, y: at.y * scale + y })
