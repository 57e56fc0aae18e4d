import { fromLinear } from '@printroom/studio/tone/srgb'
import { loadOpenCv } from '../find/opencv.ts'
import { spread } from './missing.ts'

/** Cells along a place of the first, coarse cut; and places beside its edge that the second one decides anew. */
const COARSE = 2
const BAND = 2
const ROUNDS = 4
/** Rows that the second cut takes at a time, and how many beside them it looks at: all at once took 140 MB more. */
const STRIP = 128
const MARGIN = 16
/** What the print's own light is taken for: cloth in more light has values of its own left. */
const USUAL = 0.6
/** Of the picture's side: as near to the print as this it is probably garment. Without, a shirt was cut off around its print. */
const NEAR = 0.117

/**
 * Which cells are garment (1) and hang together with the print: colours of both sides are told from what each has so far, in
 * turns with the shortest edge through the steepest steps (GrabCut; C. Rother, V. Kolmogorov and A. Blake, 2004). At first the
 * print is garment, what is near it probably, and all else probably not. `light`: logarithms, a plane a channel, `side` cells a
 * row; `usual`: the print's own.
 */
export async function cutOut(
  light: readonly Float32Array[],
  usual: readonly number[],
  isPrint: Uint8Array,
  side: number,
): Promise<Uint8Array> {
  const { cv } = await loadOpenCv()
  const codes = new Uint8Array(3 * side * side)
  for (const [c, plane] of light.entries())
    for (let cell = 0; cell < plane.length; cell++)
      codes[3 * cell + c] = Math.round(255 * fromLinear(Math.min(1, USUAL * Math.exp(plane[cell]! - usual[c]!))))
  const small = Math.ceil(side / COARSE)
  const cellOf = (place: number) =>
    Math.min(side - 1, COARSE * Math.floor(place / small)) * side + Math.min(side - 1, COARSE * (place % small))
  const placeOf = (cell: number) =>
    Math.floor(Math.floor(cell / side) / COARSE) * small + Math.floor((cell % side) / COARSE)
  const isSeed = new Uint8Array(small * small).map((_, place) => isPrint[cellOf(place)]!)
  const isNear = spread(isSeed, small, Math.round(NEAR * small))
  const [ground, front] = [new cv.Mat(), new cv.Mat()]
  /** Colours of both sides are kept in `ground` and `front`. */
  const cut = (
    across: number,
    down: number,
    cellAt: (i: number) => number,
    seedAt: (i: number) => number,
    how: How,
  ) => {
    const [picture, mask] = [new cv.Mat(down, across, cv.CV_8UC3), new cv.Mat(down, across, cv.CV_8UC1)]
    try {
      for (let i = 0; i < across * down; i++) {
        const cell = cellAt(i)
        for (let c = 0; c < 3; c++) picture.data[3 * i + c] = codes[3 * cell + c]!
        mask.data[i] = seedAt(i)
      }
      cv.grabCut(picture, mask, new cv.Rect(0, 0, 1, 1), ground, front, how.rounds, cv[how.mode])
      return mask.data.map((found) => (found === cv.GC_FGD || found === cv.GC_PR_FGD ? 1 : 0))
    } finally {
      for (const held of [picture, mask]) held.delete()
    }
  }
  try {
    const seedOf = (place: number) =>
      isSeed[place] === 1 ? cv.GC_FGD : isNear[place] === 1 ? cv.GC_PR_FGD : cv.GC_PR_BGD
    const first = cut(small, small, cellOf, seedOf, { rounds: ROUNDS, mode: 'GC_INIT_WITH_MASK' })
    const rough = joined(first, (place) => isSeed[place] === 1, small)
    const [inner, outer] = [inside(rough, 1, small), inside(rough, 0, small)]
    const finerOf = (cell: number) => {
      const place = placeOf(cell)
      if (isPrint[cell] === 1 || inner[place] === 1) return cv.GC_FGD
      if (outer[place] === 1) return cv.GC_BGD
      return rough[place] === 1 ? cv.GC_PR_FGD : cv.GC_PR_BGD
    }
    const second = new Uint8Array(side * side)
    for (let top = 0; top < side; top += STRIP) {
      const [from, to] = [Math.max(0, top - MARGIN), Math.min(side, top + STRIP + MARGIN)]
      const cellAt = (i: number) => from * side + i
      const strip = cut(side, to - from, cellAt, (i) => finerOf(cellAt(i)), { rounds: 1, mode: 'GC_EVAL_FREEZE_MODEL' })
      second.set(strip.subarray((top - from) * side, (Math.min(side, top + STRIP) - from) * side), top * side)
    }
    return joined(second, (cell) => isPrint[cell] === 1, side)
  } finally {
    for (const held of [ground, front]) held.delete()
  }
}

type How = { rounds: number; mode: 'GC_INIT_WITH_MASK' | 'GC_EVAL_FREEZE_MODEL' }

/** Which places have only their like around them, `BAND` places far. */
function inside(isIn: Uint8Array, like: number, side: number): Uint8Array {
  return isIn.map((own, place) => {
    if (own !== like) return 0
    const [x, y] = [place % side, Math.floor(place / side)]
    for (let j = Math.max(0, y - BAND); j <= Math.min(side - 1, y + BAND); j++)
      for (let i = Math.max(0, x - BAND); i <= Math.min(side - 1, x + BAND); i++)
        if (isIn[j * side + i] !== like) return 0
    return 1
  })
}

/** Those of the places in front that hang together with one where `isSeed`. */
function joined(isIn: Uint8Array, isSeed: (place: number) => boolean, side: number): Uint8Array {
  const out = new Uint8Array(isIn.length)
  const queue: number[] = []
  const take = (place: number) => {
    if (isIn[place] === 0 || out[place] === 1) return
    out[place] = 1
    queue.push(place)
  }
  for (let place = 0; place < isIn.length; place++) if (isSeed(place)) take(place)
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    if (place % side > 0) take(place - 1)
    if (place % side < side - 1) take(place + 1)
    if (place >= side) take(place - side)
    if (place < side * (side - 1)) take(place + side)
  }
  return out
}
