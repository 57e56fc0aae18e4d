import { compose } from '@printroom/studio/compose'
import { hasCloth } from '@printroom/studio/material/has-cloth'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { Plate } from '@printroom/studio/plate/plate'
import { expect, test } from 'vitest'
import type { Studio } from '../../src/studio.ts'
import { backdropOf } from './edges.ts'

// What makes cloth look like cloth at full size: threads, tufts and grain, of 2 to 8 pixels from crest to crest.

/** Values of 255 that brightness strays by: less is neoprene, more is sand. A rendered hoodie without relief had 1.1, in a trial it had 3.8. */
const [LEAST, MOST] = [1.5, 6]
/** The middle of a picture of 2,048 pixels, pixel on pixel. */
const WHOLE = 2048
const SIZE = 512
/** Deviation of the blur that takes half of what is 8 pixels from crest to crest: 8 √(ln 2 / 2π²). */
const SOFT = 1.5
const REACH = 6
/** Sides of the squares that are looked at, and from which difference within one on there is a fold in it. */
const SQUARE = 32
const FOLD = 40
const LEAST_SQUARES = 40

/** The median over squares of cloth without folds of how far brightness strays from what it is some pixels around. */
function detailOf(plate: Plate): number {
  const { map, manifest } = plate
  const [whole] = manifest.frames
  const frame = { ...whole!, scale: (whole!.scale * SIZE) / WHOLE }
  const { data } = compose({
    plate,
    backdrop: backdropOf(manifest, 0),
    design: { width: 4, height: 4, data: new Uint8Array(64) },
    colour: { hex: '#808080', heather: false },
    sizeName: 'medium',
    background: 'even',
    shot: { light: manifest.lights[0]!, frame, seed: 1 },
    size: SIZE,
  })
  const grey = new Float32Array(SIZE * SIZE).map(
    (_, at) => (data[3 * at]! + 2 * data[3 * at + 1]! + data[3 * at + 2]!) / 4,
  )
  const blurred = blur(blur(grey, 1), SIZE)
  const isCloth = (at: number) => {
    const place = (pixel: number, middle: number, side: number) =>
      Math.floor((middle + frame.scale * ((pixel + 0.5) / SIZE - 0.5)) * side)
    const [x, y] = [place(at % SIZE, frame.x, map.width), place(Math.floor(at / SIZE), frame.y, map.height)]
    return map.coverage[y * map.width + x] === 255
  }
  const found: number[] = []
  for (let top = SQUARE; top + 2 * SQUARE <= SIZE; top += SQUARE)
    for (let left = SQUARE; left + 2 * SQUARE <= SIZE; left += SQUARE) {
      const pixels = Array.from(
        { length: SQUARE * SQUARE },
        (_, i) => (top + Math.floor(i / SQUARE)) * SIZE + left + (i % SQUARE),
      )
      const soft = pixels.map((at) => blurred[at]!)
      if (!pixels.every(isCloth) || Math.max(...soft) - Math.min(...soft) > FOLD) continue
      const squares = pixels.reduce((sum, at) => sum + (grey[at]! - blurred[at]!) ** 2, 0)
      found.push(Math.sqrt(squares / pixels.length))
    }
  expect(found.length).toBeGreaterThan(LEAST_SQUARES)
  return Float64Array.from(found).sort()[found.length >> 1]!
}

/** Along one axis, `step` numbers from one pixel to the next; the picture's rim is not looked at. */
function blur(values: Float32Array, step: number): Float32Array {
  const weights = Array.from({ length: 2 * REACH + 1 }, (_, i) => Math.exp(-((i - REACH) ** 2) / (2 * SOFT ** 2)))
  const all = weights.reduce((sum, weight) => sum + weight)
  return values.map((_, at) => {
    let sum = 0
    for (let i = -REACH; i <= REACH; i++) sum += weights[i + REACH]! * (values[at + i * step] ?? 0)
    return sum / all
  })
}

/** Declares the test that cloth shows what it is made of. A glaze is smooth. */
export function testDetail(studio: Studio, { product, geometry, material }: PlateManifest): void {
  if (!hasCloth(material)) return
  test('shows its threads at full size', async () => {
    const detail = detailOf(await studio.loadPlate(product, geometry))
    expect(detail).toBeGreaterThanOrEqual(LEAST)
    expect(detail).toBeLessThanOrEqual(MOST)
  })
}
