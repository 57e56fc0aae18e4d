import { expect, test } from 'vitest'
import { BLOCK_TEXELS, FULL } from '../../src/design/ink-format.ts'
import { startRuntime } from '../../src/kernels/runtime.ts'
import { addPixels, findInk, halve, keepTexel } from '../reference/ink.ts'
import { gather } from '../reference/resample.ts'
import { forSamples } from '../reference/samples.ts'
import { expectClose } from './expect-close.ts'

const COUNT = 9

test('blocks with ink are found as the reference finds them', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const texels = Uint16Array.from({ length: 4 * BLOCK_TEXELS * COUNT }, () => (samples.between(0, 1) < 0.01 ? 1 : 0))
    const out = runtime.allocateZeroed(COUNT)
    runtime.run.findInk({ count: COUNT })(runtime.put(texels), out)
    expect([...runtime.bytes().subarray(out, out + COUNT)].map(Boolean)).toEqual(findInk(texels, COUNT))
  })
})

test('pixels are boxed as albedo times coverage, as the reference does it', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const by = samples.whole(1, 4)
    // Runs of one colour, which the kernel looks up once.
    const pixels = samples.bytes(4 * COUNT * by)
    for (let at = 4; at < pixels.length; at += 4) if (samples.between(0, 1) < 0.5) pixels.copyWithin(at, at - 4, at)
    const tables = [0, 1, 2].map(() => samples.floats(256, 0, 0.86))
    const part = 1 / (255 * by)
    const line = runtime.allocateZeroed(16 * COUNT)
    runtime.run.addPixels({
      row: runtime.put(pixels),
      tables: runtime.putFloats(tables.flatMap((table) => [...table])),
      by,
      part,
      line,
    })(1, COUNT)
    const found = runtime.floats(line, 4 * COUNT)
    for (let x = 1; x < COUNT; x++)
      expectClose(
        found.subarray(4 * x, 4 * x + 4),
        addPixels(pixels.subarray(4 * x * by, 4 * (x + 1) * by), tables, part),
        1e-5,
      )
  })
})

test('a line is shrunk, and rows added, as the references do', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const taps = 4 * samples.whole(1, 3)
    const line = samples.floats(4 * 40, 0, 1)
    const firsts = Int32Array.from({ length: COUNT }, () => samples.whole(0, 40 - taps))
    const weights = samples.floats(taps * COUNT, -0.1, 0.5)
    const out = runtime.allocateZeroed(16 * COUNT)
    runtime.run.shrink({
      line: runtime.put(line),
      offsets: runtime.put(firsts.map((first) => 16 * first)),
      weights: runtime.put(weights),
      taps,
    })(2, COUNT, out)
    const found = runtime.floats(out, 4 * COUNT).slice()
    for (let x = 2; x < COUNT; x++)
      expectClose(
        found.subarray(4 * x, 4 * x + 4),
        gather(line, 4 * firsts[x]!, [...weights.subarray(taps * x, taps * (x + 1))], 4),
        1e-5,
      )

    const [row, weight] = [samples.floats(4 * COUNT, -1, 1), samples.floats(1, -1, 1)]
    runtime.run.addRow({ sum: out })(runtime.put(row), runtime.put(weight), 0, 16 * COUNT)
    expectClose(
      runtime.floats(out, 4 * COUNT),
      [...found].map((value, i) => value + weight[0]! * row[i]!),
      1e-5,
    )
  })
})

test('texels are kept within ink’s bounds, and halved, as the references do', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const texels = samples.floats(4 * COUNT, -0.1, 1.1)
    const out = runtime.allocate(8 * COUNT)
    runtime.run.keepRow({ row: runtime.put(texels), count: COUNT })(out)
    const kept = new Uint16Array(runtime.bytes().slice(out, out + 8 * COUNT).buffer)
    for (let x = 0; x < COUNT; x++)
      keepTexel([...texels.subarray(4 * x, 4 * x + 4)]).forEach((value, lane) =>
        expect(Math.abs(kept[4 * x + lane]! - value)).toBeLessThanOrEqual(1),
      )

    const rows = [0, 1].map(() => Uint16Array.from({ length: 8 * COUNT }, () => samples.whole(0, FULL)))
    runtime.run.halve({ count: COUNT })(runtime.put(rows[0]!), runtime.put(rows[1]!), out)
    const halved = new Uint16Array(runtime.bytes().slice(out, out + 8 * COUNT).buffer)
    const expected = Array.from(halved, (_, i) => {
      const at = 8 * Math.floor(i / 4) + (i % 4)
      return halve(rows[0]![at]!, rows[0]![at + 4]!, rows[1]![at]!, rows[1]![at + 4]!)
    })
    expect([...halved]).toEqual(expected)
  })
})
