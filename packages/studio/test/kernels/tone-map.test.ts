import { expect, test } from 'vitest'
import { startRuntime } from '../../src/kernels/runtime.ts'
import { NEGLIGIBLE } from '../../src/kernels/spans.ts'
import { GRAIN_ROW_BYTES, GRAIN_SIDE_PIXELS, grainTile, withGrain } from '../../src/tone/grain.ts'
import { displayOfScene, srgb8OfDisplay, srgb8OfScene } from '../../src/tone/tone-curve.ts'
import { forSamples } from '../reference/samples.ts'
import { findSpans, toneMap } from '../reference/tone.ts'

const COUNT = 24
const tables = {
  scene: withGrain(srgb8OfScene()),
  display: withGrain(srgb8OfDisplay()),
  shown: Float32Array.from(displayOfScene()),
}
const grain = grainTile()

test.each([
  [false, false],
  [true, false],
  [true, true],
])(
  'a row is tone mapped as the reference maps each of its channels (display light: %s, cut out: %s)',
  (isDisplay, isCutOut) => {
    forSamples((samples) => {
      const runtime = startRuntime()
      const room = COUNT + 4
      const coverage = Float32Array.from(
        { length: room },
        () => [0, 1, samples.between(0.01, 0.99)][samples.whole(0, 2)]!,
      )
      const light = samples.floats(8 * room, 0, 2)
      coverage.forEach((share, i) => {
        for (let lane = 0; lane < 8; lane++) light[8 * i + lane]! *= share
        light[8 * i + 3] = share
      })
      const [albedo, backdrop] = [samples.floats(4 * room, 0, 0.86), samples.floats(4 * room, 0, 1.5)]
      const [shift, row] = [samples.whole(0, GRAIN_SIDE_PIXELS - 1), samples.whole(0, GRAIN_SIDE_PIXELS - 1)]
      const spans = findSpans(coverage, COUNT, 0, COUNT)
      const into = runtime.allocate(3 * room)
      runtime.run.toneMap({
        wrap: GRAIN_SIDE_PIXELS - 1,
        shift,
        into,
        albedo: runtime.put(albedo),
        isDisplay: isDisplay ? 1 : 0,
        isCutOut: isCutOut ? 1 : 0,
        scene: runtime.put(tables.scene),
        display: runtime.put(tables.display),
        shown: runtime.put(tables.shown),
      })(
        runtime.put(light),
        runtime.put(backdrop),
        runtime.put(Int32Array.from(spans)),
        runtime.put(grain) + row * GRAIN_ROW_BYTES,
      )
      const found = runtime.bytes().slice(into, into + 3 * COUNT)
      const kindOf = (i: number) => (coverage[i]! > NEGLIGIBLE ? 1 : 0) + (coverage[i]! > 1 - NEGLIGIBLE ? 1 : 0)
      for (let i = 0; i < COUNT; i++)
        for (let c = 0; c < 3; c++) {
          const pixel = {
            diffuse: light[8 * i + c]!,
            gloss: light[8 * i + 4 + c]!,
            albedo: albedo[4 * i + c]!,
            coverage: coverage[i]!,
            backdrop: backdrop[4 * i + c]!,
            grain: grain[row * GRAIN_ROW_BYTES + 4 * ((i + shift) % GRAIN_SIDE_PIXELS) + c]!,
          }
          // A step of the table more or less, which is an eighth of a value, may round to one.
          expect(
            Math.abs(found[3 * i + c]! - toneMap(kindOf(i), pixel, { isDisplay, isCutOut }, tables)),
          ).toBeLessThanOrEqual(1)
        }
    })
  },
)
