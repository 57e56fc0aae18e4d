import { expect, test } from 'vitest'
import { startRuntime } from '../../src/kernels/runtime.ts'
import { decodeTable } from '../../src/light/product-light.ts'
import { mixBackdrop, shadowOnBackdrop, shadowOnPlainBackdrop, whiten } from '../reference/backdrop.ts'
import { mixProduct } from '../reference/light.ts'
import { type Samples, forSamples, vectorAt } from '../reference/samples.ts'
import { expectClose } from './expect-close.ts'

const COUNT = 13
const STRIDE = 32

/** Six rows of 8-bit values in the runtime, and the six values of a pixel. */
function layers(samples: Samples) {
  const runtime = startRuntime()
  const values = samples.bytes(6 * STRIDE)
  const at = { rows: runtime.put(values), stride: STRIDE, decodeTable: runtime.put(decodeTable()) }
  return { runtime, at, of: (x: number) => Array.from({ length: 6 }, (_, layer) => values[layer * STRIDE + x]!) }
}

/** Gains as vectors whose fourth lane is empty, as the passes make them. */
const gainsOf = (samples: Samples, count: number, least: number, most: number) =>
  samples.floats(4 * count, least, most).map((value, i) => (i % 4 === 3 ? 0 : value))

test('the light of the product is mixed as the reference mixes it', () => {
  forSamples((samples) => {
    const { runtime, at, of } = layers(samples)
    const gains = gainsOf(samples, 9, 0, 2).map((value, i) => (i >= 12 && i < 24 ? -value : value))
    const coverage = samples.bytes(COUNT)
    const faint = samples.between(0, 0.2)
    const headroom = samples.between(0.1, 2)
    const out = runtime.allocate(COUNT * 32)
    const given = { ...at, coverage: runtime.put(coverage), gains: runtime.put(gains), faint, headroom }
    runtime.run.mixProduct(given)(2, COUNT, out)
    const found = runtime.floats(out, COUNT * 8)
    const vectors = Array.from({ length: 9 }, (_, i) => vectorAt(gains, i))
    for (let x = 2; x < COUNT; x++)
      expectClose(found.subarray(8 * x, 8 * x + 8), mixProduct(of(x), coverage[x]!, vectors, faint, headroom), 1e-5)
  })
})

test('the shadow on a plain backdrop is the reference’s', () => {
  forSamples((samples) => {
    const { runtime, at, of } = layers(samples)
    const gains = gainsOf(samples, 6, 0, 1.5)
    const out = runtime.allocate(COUNT * 16)
    runtime.run.shadowOnPlainBackdrop({ ...at, gains: runtime.put(gains), count: COUNT })(out)
    const found = runtime.floats(out, COUNT * 4)
    const vectors = Array.from({ length: 6 }, (_, i) => vectorAt(gains, i))
    for (let x = 0; x < COUNT; x++) expectClose(vectorAt(found, x), shadowOnPlainBackdrop(of(x), vectors), 1e-5)
  })
})

test.each([1, 3] as const)('a backdrop of %i channels, and the shadow on it, are the reference’s', (channels) => {
  forSamples((samples) => {
    const { runtime, at, of } = layers(samples)
    const unit = channels === 3 ? 255 ** -2 : 1
    const groups = [0, 1, 2].map(() => samples.bytes(COUNT * channels))
    const [key, fill, env] = groups.map((group) => runtime.put(group)) as [number, number, number]
    const pixel = (x: number) => groups.map((group) => Array.from(group.subarray(x * channels, (x + 1) * channels)))
    const empty = gainsOf(samples, 3, 0, 2).map((value) => value * unit)
    const out = runtime.allocate(COUNT * 16)
    const { mixGreyBackdrop, mixColourBackdrop, shadowOnGreyBackdrop, shadowOnColourBackdrop } = runtime.run
    const mix = channels === 3 ? mixColourBackdrop : mixGreyBackdrop
    mix({ key, fill, env, gains: runtime.put(empty), decodeTable: at.decodeTable, count: COUNT })(out)
    const vectors = [0, 1, 2].map((group) => vectorAt(empty, group))
    const lit = runtime.floats(out, COUNT * 4)
    for (let x = 0; x < COUNT; x++)
      expectClose(vectorAt(lit, x).slice(0, 3), mixBackdrop(pixel(x), vectors).slice(0, 3), 1e-5)

    const gains = gainsOf(samples, 9, 0.2, 2).map((value, i) => (Math.floor(i / 4) % 3 === 0 ? value * unit : value))
    const columns = Int32Array.from({ length: COUNT }, () => samples.whole(0, COUNT - 1))
    const shadow = channels === 3 ? shadowOnColourBackdrop : shadowOnGreyBackdrop
    shadow({ ...at, key, fill, env, columns: runtime.put(columns), gains: runtime.put(gains), count: COUNT })(out)
    const shares = Array.from({ length: 9 }, (_, i) => vectorAt(gains, i))
    const ratio = runtime.floats(out, COUNT * 4)
    for (let x = 0; x < COUNT; x++) {
      const values = of(x)
      expectClose(
        vectorAt(ratio, x).slice(0, 3),
        shadowOnBackdrop(values, pixel(columns[x]!), shares).slice(0, 3),
        1e-4,
      )
    }
  })
})

test('faint shadows are eased out, and the backdrop is shaded where the list has no product, as the references do', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const [ratio, backdrop] = [samples.floats(4 * COUNT, 0, 1.2), samples.floats(4 * COUNT, 0, 3)]
    const faint = samples.between(0.001, 0.1)
    const row = runtime.put(ratio)
    runtime.run.whiten({ count: COUNT, faint })(row)
    expectClose(
      runtime.floats(row, 4 * COUNT),
      [...ratio].map((value) => whiten(value, faint)),
      1e-5,
    )

    const [from, to] = [samples.whole(0, 6), samples.whole(7, COUNT - 1)]
    const list = runtime.put(Int32Array.of(0, 0, 2, from, 1, to, -1, COUNT))
    const out = runtime.allocateZeroed(16 * COUNT)
    runtime.run.shade({ out })(runtime.put(backdrop), runtime.put(ratio), list)
    const isSeen = (x: number) => x < from || x >= to
    const expected = Array.from(ratio, (value, i) => (isSeen(Math.floor(i / 4)) ? value * backdrop[i]! : 0))
    expectClose(runtime.floats(out, 4 * COUNT), expected, 1e-5)
    expect(expected).toHaveLength(4 * COUNT)
  })
})
