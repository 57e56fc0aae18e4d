import type { PrintBox } from '@printroom/studio/geometry/placement'
import type { UvMap } from '@printroom/studio/plate/plate'
import type { Lot } from './lot.ts'

const SIDE = 320
/** Metres of the flat pattern, its left lower corner at 0. */
export const PATTERN = { x0: 0, y0: 0, width: 0.6, height: 0.6 }

/** A product in a picture: its map, and whether a point of the pattern in metres is out of sight in it, by its making. */
export type Scene = {
  paintMap: () => UvMap
  frame: { x: number; y: number; scale: number }
  isHidden: (x: number, y: number) => boolean
}

/** Where a pixel's middle lies on the pattern, in metres; null beside the product. */
type Projection = {
  pixelToPattern: (px: number, py: number) => [number, number] | null
  isTurned: (x: number) => boolean
}

/** A flat garment that fills the picture, or a cylinder around the print, turned by chance. */
function project(lot: Lot, isRound: boolean, middle: number): Projection {
  if (!isRound) {
    const scale = lot.between(0.9, 1.3)
    const shift = lot.between(-0.02, 0.02)
    return {
      pixelToPattern: (px, py) => [0.3 + (px - 0.5) * 0.6 * scale + shift, 0.3 + (0.5 - py) * 0.6 * scale],
      isTurned: () => false,
    }
  }
  const radius = lot.between(0.05, 0.12)
  const turn = lot.between(-0.7, 0.7)
  const inPicture = lot.between(0.28, 0.45)
  return {
    pixelToPattern: (px, py) => {
      const sine = (px - 0.5) / inPicture
      return Math.abs(sine) < 1
        ? [middle + radius * (Math.asin(sine) + turn), 0.3 + (0.5 - py) * ((2 * radius) / (2 * inPicture))]
        : null
    },
    isTurned: (x) => Math.abs((x - middle) / radius - turn) > Math.PI / 2,
  }
}

/** What lies over the cloth, in metres of the pattern: cords, a pocket, a hood. */
function overlays(lot: Lot, box: PrintBox): { left: number; right: number; top: number; bottom: number }[] {
  const { left, top, width, height } = box
  const strip = (from: number, wide: number, reach: number) => ({
    left: left + width * from,
    right: left + width * (from + wide),
    top: top + 1,
    bottom: top - height * reach,
  })
  const kind = lot.of(['none', 'cords', 'pocket', 'hood', 'beside'] as const)
  if (kind === 'cords') return [0.3, 0.65].map((at) => strip(at, lot.between(0.03, 0.09), lot.between(0.3, 1)))
  if (kind === 'hood') return [strip(-1, 3, lot.between(0.1, 0.4))]
  if (kind === 'pocket') {
    const from = top - height * lot.between(0.5, 0.9)
    return [{ left: left - 1, right: left + 2, top: from, bottom: from - 1 }]
  }
  return kind === 'beside' ? [{ left: left - 1, right: left - 0.012, top: top + 1, bottom: top - 1 }] : []
}

/** A scene around a print whose middle is at `box`'s; what hides it is drawn by lot. */
export function drawScene(lot: Lot, box: PrintBox): Scene {
  const middle = box.left + box.width / 2
  const { pixelToPattern, isTurned } = project(lot, lot.is(0.4), middle)
  const covers = overlays(lot, box)
  const isCovered = (x: number, y: number) =>
    covers.some(({ left, right, top, bottom }) => x > left && x < right && y < top && y > bottom)
  const frame = lot.is(0.3)
    ? { x: 0.5, y: lot.between(0.4, 0.6), scale: lot.between(0.55, 0.8) }
    : { x: 0.5, y: 0.5, scale: 1 }
  // Which points are seen at all is taken from the picture's own grid, four times as fine: nearer than that no hand could say.
  const inFrame = (at: number, centre: number) => Math.abs(at - centre) < frame.scale / 2
  const seen = visibleRange(pixelToPattern, inFrame, frame)
  return {
    frame,
    paintMap: () => paintMap(pixelToPattern, isCovered),
    isHidden: (x, y) => isTurned(x) || isCovered(x, y) || !seen(x, y),
  }
}

function paintMap(pixelToPattern: Projection['pixelToPattern'], isCovered: (x: number, y: number) => boolean): UvMap {
  const length = SIDE * SIDE
  const map: UvMap = {
    width: SIDE,
    height: SIDE,
    u: new Uint16Array(length),
    v: new Uint16Array(length),
    coverage: new Uint8Array(length),
  }
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const at = row * SIDE + column
      const point = pixelToPattern((column + 0.5) / SIDE, (row + 0.5) / SIDE)
      if (!point || point[0] < 0 || point[0] > PATTERN.width || point[1] < 0 || point[1] > PATTERN.height) continue
      map.coverage[at] = 255
      // What lies over the cloth is another part of the pattern, far from the print.
      const [x, y] = isCovered(...point) ? [0.001, 0.001] : point
      map.u[at] = Math.round((x / PATTERN.width) * 65_535)
      map.v[at] = Math.round((y / PATTERN.height) * 65_535)
    }
  return map
}

/** Whether a point of the pattern lies within the picture's edges; both projections keep columns and rows apart. */
function visibleRange(
  pixelToPattern: Projection['pixelToPattern'],
  inFrame: (at: number, centre: number) => boolean,
  frame: Scene['frame'],
): (x: number, y: number) => boolean {
  const steps = Array.from({ length: 4 * SIDE }, (_, at) => (at + 0.5) / (4 * SIDE))
  const across = steps.filter((at) => inFrame(at, frame.x)).flatMap((at) => pixelToPattern(at, 0.5)?.[0] ?? [])
  const down = steps.filter((at) => inFrame(at, frame.y)).flatMap((at) => pixelToPattern(0.5, at)?.[1] ?? [])
  const [left, right] = [Math.min(...across), Math.max(...across)]
  const [bottom, top] = [Math.min(...down), Math.max(...down)]
  return (x, y) => x >= left && x <= right && y >= bottom && y <= top
}
