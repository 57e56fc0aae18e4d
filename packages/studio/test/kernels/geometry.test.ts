import { expect, test } from 'vitest'
import { startRuntime } from '../../src/kernels/runtime.ts'
import { SPAN_KINDS } from '../../src/kernels/spans.ts'
import { blend, gather, repeatEnds } from '../reference/resample.ts'
import { forSamples } from '../reference/samples.ts'
import { findSpans } from '../reference/tone.ts'
import { type Uv, decodeUv, sampleUv } from '../reference/uv.ts'
import { expectClose } from './expect-close.ts'

const COUNT = 16

test.each([
  ['gatherTwo', 2, 4],
  ['gatherFour', 4, 4],
  ['gatherProduct', 4, 8],
] as const)('%s weighs neighbours as the reference does, and leaves one kind of span alone', (name, taps, lanes) => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const row = samples.floats(32 * lanes, -1, 3)
    const firsts = Int32Array.from({ length: COUNT }, () => samples.whole(0, 32 - taps))
    const weights = samples.floats(taps * COUNT, -0.2, 1)
    const [from, to] = [samples.whole(1, 6), samples.whole(7, COUNT - 1)]
    const list = runtime.put(
      Int32Array.of(SPAN_KINDS.backdrop, 0, SPAN_KINDS.product, from, SPAN_KINDS.edge, to, SPAN_KINDS.end, COUNT),
    )
    const out = runtime.allocateZeroed(COUNT * lanes * 4)
    const offsets = runtime.put(firsts.map((first) => first * lanes * 4))
    runtime.run[name]({ offsets, weights: runtime.put(weights), except: SPAN_KINDS.product, out })(
      runtime.put(row),
      list,
    )
    const found = runtime.floats(out, COUNT * lanes)
    for (let i = 0; i < COUNT; i++) {
      const expected = gather(row, firsts[i]! * lanes, [...weights.subarray(taps * i, taps * (i + 1))], lanes)
      expectClose(
        found.subarray(lanes * i, lanes * (i + 1)),
        i >= from && i < to ? expected.map(() => 0) : expected,
        1e-5,
      )
    }
  })
})

test('rows are blended, and their ends repeated, as the references do', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const rows = [0, 1, 2, 3].map(() => samples.floats(4 * COUNT, -1, 3))
    const weights = samples.floats(4, -0.2, 1)
    const [a, b, c, d] = rows.map((row) => runtime.put(row)) as [number, number, number, number]
    const out = runtime.allocate(16 * COUNT)
    for (const taps of [2, 4] as const) {
      const { blendTwo, blendFour } = runtime.run
      ;(taps === 2 ? blendTwo : blendFour)({ out })(a, b, c, d, runtime.put(weights), 0, 16 * COUNT)
      expectClose(runtime.floats(out, 4 * COUNT), blend(rows.slice(0, taps), [...weights]), 1e-5)
    }
    for (const bytes of [16, 32]) {
      const [floats, width] = [bytes / 4, 5]
      const pixels = samples.floats(width * floats, -1, 3)
      const whole = runtime.allocateZeroed((width + 8) * bytes)
      runtime.floats(whole + 4 * bytes, pixels.length).set(pixels)
      runtime.run.repeatEnds({ bytes, last: (width - 1) * bytes })(whole + 4 * bytes)
      expect([...runtime.floats(whole, (width + 8) * floats)]).toEqual(repeatEnds([...pixels], floats))
    }
  })
})

test('UV positions are decoded, and sampled across discontinuities, as the references do', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const scale = {
      perU: samples.between(1e-6, 1e-4),
      perV: samples.between(1e-6, 1e-4),
      x0: samples.between(-1, 1),
      y0: samples.between(-1, 1),
    }
    const values = () => Uint16Array.from({ length: COUNT }, () => samples.whole(0, 65_535))
    const [u, v] = [values(), values()]
    const out = runtime.allocate(8 * COUNT)
    runtime.run.decodeUvs({ u: runtime.put(u), v: runtime.put(v), ...scale })(0, COUNT, out)
    const decoded = Array.from(u, (value, i) => decodeUv(value, v[i]!, scale))
    expectClose(
      runtime.floats(out, 2 * COUNT),
      decoded.flatMap(({ x, y }) => [x, y]),
      1e-5,
    )

    // Smooth rows with a fold in the middle.
    const row = (y: number): Uv[] =>
      Array.from({ length: COUNT + 1 }, (_, x) => ({
        x: Math.fround(x * 0.01 + (x > 8 ? 0.5 : 0) + samples.between(0, 0.004)),
        y: Math.fround(y + samples.between(0, 0.004)),
      }))
    const [above, under] = [row(0), row(samples.between(0, 1) < 0.5 ? 0.01 : 0.3)]
    const bases = Int32Array.from({ length: COUNT }, () => samples.whole(0, COUNT - 1))
    const parts = samples.floats(COUNT, 0, 1)
    const down = samples.floats(1, 0, 1)
    const discontinuity = Math.fround(0.1)
    const flat = (uvs: readonly Uv[]) => runtime.putFloats(uvs.flatMap(({ x, y }) => [x, y]))
    const sample = runtime.run.sampleUvs({
      offsets: runtime.put(bases.map((base) => 8 * base)),
      parts: runtime.put(parts),
      discontinuity,
    })
    sample(flat(above), flat(under), runtime.put(down), 0, COUNT, out)
    const expected = Array.from(bases, (base, i) =>
      sampleUv(above.slice(base, base + 2), under.slice(base, base + 2), parts[i]!, down[0]!, discontinuity),
    )
    expectClose(
      runtime.floats(out, 2 * COUNT),
      expected.flatMap(({ x, y }) => [x, y]),
      1e-5,
    )
  })
})

test('the spans of a row are the reference’s', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const [first, end] = [samples.whole(0, 4), samples.whole(5, COUNT)]
    const coverage = Float32Array.from(
      { length: COUNT },
      () => [0, 0.001, samples.between(0, 1), 0.9995, 1][samples.whole(0, 4)]!,
    )
    const light = runtime.put(
      Float32Array.from({ length: 8 * COUNT }, (_, i) => (i % 8 === 3 ? coverage[Math.floor(i / 8)]! : 7)),
    )
    const out = runtime.allocate(8 * (COUNT + 4))
    runtime.run.findSpans({ width: COUNT, out })(light, first, end)
    const expected = findSpans(coverage, COUNT, first, end)
    expect([...runtime.integers(out, expected.length)]).toEqual(expected)
  })
})
