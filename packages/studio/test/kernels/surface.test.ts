import { assemble, createMemory, kernel } from '@printroom/wasm-assembler/assembler'
import { i32 } from '@printroom/wasm-assembler/instructions'
import { expect, test } from 'vitest'
import { prepareInk } from '../../src/design/ink.ts'
import { NOTES_BYTES } from '../../src/design/print-kernel.ts'
import { sharesOf } from '../../src/geometry/placement.ts'
import { type KernelRuntime, startRuntime } from '../../src/kernels/runtime.ts'
import { UV_BYTES, footprints } from '../../src/kernels/footprint.ts'
import { FINE, coarseTile, fineTile } from '../../src/fabric/cloth-tiles.ts'
import { addSheen, paintCloth } from '../reference/cloth.ts'
import { type Box, print } from '../reference/ink.ts'
import { type Samples, forSamples } from '../reference/samples.ts'
import { type Uv, footprintOf } from '../reference/uv.ts'
import { expectClose } from './expect-close.ts'

const COUNT = 12
const tiles = { fine: fineTile('fleece'), coarse: coarseTile('fleece') }

/** Two rows of a slanted and stretched surface with a fold in them, one pixel more before and four more behind. */
function surface(samples: Samples, runtime: KernelRuntime, usual: number) {
  const [a, b, c, d] = [
    samples.between(0.5, 4),
    samples.between(-0.5, 0.5),
    samples.between(-0.5, 0.5),
    samples.between(0.5, 4),
  ]
  const [x0, y0, fold] = [samples.between(-0.2, 0.2), samples.between(-0.2, 0.2), samples.whole(0, 2 * COUNT)]
  const row = (line: number): Uv[] =>
    Array.from({ length: COUNT + 5 }, (_, i) => {
      const step = usual * (i > fold ? i + 40 : i)
      return { x: Math.fround(x0 + a * step + c * line * usual), y: Math.fround(y0 - b * step - d * line * usual) }
    })
  const [here, below] = [row(0), row(1)]
  const put = (uvs: readonly Uv[]) => runtime.putFloats(uvs.flatMap(({ x, y }) => [x, y])) + 8
  const at = { here: put(here), below: put(below) }
  const discontinuity = Math.fround(8 * usual)
  return {
    at,
    discontinuity,
    footprint: (i: number) => footprintOf(here, below, i + 1, Math.fround(usual), discontinuity),
  }
}

test('footprints are the reference’s, whichever of their steps leads to another piece of cloth', () => {
  const memory = createMemory(1)
  const kernels = {
    run: kernel({ usual: 'f32', discontinuity: 'f32' }, ['here', 'below', 'out'], (p, body) => {
      const { uv, across, down } = footprints(body, p, p.here, i32.add(p.below, 0))
      for (const [at, lanes] of [uv.x, uv.y, across.x, across.y, down.x, down.y].entries())
        body.store(p.out, lanes, 16 * at)
    }),
  }
  const settings = 1024
  const { run } = assemble(
    kernels,
    memory,
    (block) => (new Uint8Array(memory.buffer).set(new Uint8Array(block.buffer), settings), settings),
  )
  forSamples((samples) => {
    const [usual, discontinuity] = [Math.fround(samples.between(0.01, 0.02)), Math.fround(0.1)]
    const far = () => (samples.between(0, 1) < 0.3 ? 0.5 : 0)
    const row = (y: number): Uv[] =>
      Array.from({ length: 8 }, (_, x) => ({ x: Math.fround(x * 0.01 + far()), y: Math.fround(y + far()) }))
    const [here, below] = [row(0), row(0.02)]
    const floats = new Float32Array(memory.buffer)
    ;[here, below].forEach((uvs, line) =>
      floats.set(
        uvs.flatMap(({ x, y }) => [x, y]),
        64 * line,
      ),
    )
    run({ usual, discontinuity })(UV_BYTES, 256 + UV_BYTES, 512)
    for (let i = 0; i < 4; i++) {
      const { uv, across, down } = footprintOf(here, below, i + 1, usual, discontinuity)
      const expected = [uv.x, uv.y, across.x, across.y, down.x, down.y]
      expectClose(
        expected.map((_, at) => floats[128 + 4 * at + i]!),
        expected,
        1e-6,
      )
    }
  })
})

test('glaze is painted in one colour', () => {
  const runtime = startRuntime()
  const albedo = runtime.allocateZeroed(16 * COUNT)
  runtime.run.paintGlaze({ garment: runtime.putFloats([0.1, 0.2, 0.3, 9]), albedo })(1, COUNT)
  const expected = Array.from({ length: 4 * COUNT }, (_, i) => (i < 4 ? 0 : [0.1, 0.2, 0.3, 1][i % 4]!))
  expectClose(runtime.floats(albedo, 4 * COUNT), expected, 1e-6)
})

test('cloth is painted as the reference paints it, at every scale and across folds', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const usual = FINE.texel * 2 ** samples.between(-2, 6)
    const { at, discontinuity, footprint } = surface(samples, runtime, usual)
    const strengths = {
      structure: samples.between(0, 0.1),
      inkStructure: samples.between(0, 0.1),
      loops: samples.between(0, 1.6),
      inkLoops: samples.between(0, 0.6),
      creases: samples.between(0, 1.2),
    }
    const cloth = { albedo: [0.1, 0.4, 0.7] as const, fibre: [0.02, -0.03, 0.04] as const, ...strengths, ...tiles }
    const lit = Float32Array.from({ length: 4 * (COUNT + 4) }, (_, i) =>
      i % 4 < 2 ? samples.between(-1.7, 1.7) : samples.between(0, 1),
    )
    const albedo = runtime.allocateZeroed(16 * (COUNT + 4))
    const noted = { change: runtime.allocateZeroed(4 * (COUNT + 4)), hair: runtime.allocateZeroed(4 * (COUNT + 4)) }
    runtime.run.paintCloth({
      usual,
      discontinuity,
      garment: runtime.putFloats([...cloth.albedo, 0, ...cloth.fibre, 0]),
      ...strengths,
      fine: runtime.put(tiles.fine),
      coarse: runtime.put(tiles.coarse),
      albedo,
      ...noted,
    })(at.here, at.below, runtime.put(lit), 0, COUNT)
    const found = runtime.floats(albedo, 4 * COUNT)
    const [changes, hair] = [runtime.floats(noted.change, COUNT), runtime.floats(noted.hair, COUNT)]
    // The kernel's logarithm is right to a hundredth, its weights to one in 2¹⁴.
    for (let i = 0; i < COUNT; i++) {
      const { painted, change } = paintCloth(footprint, i, usual, [...lit.subarray(4 * i, 4 * i + 4)], cloth)
      expectClose(found.subarray(4 * i, 4 * i + 4), painted, 0.012)
      expectClose([changes[i]!, hair[i]!], [change, lit[4 * i + 3]!], 0.012)
    }
  })
})

test('gloss follows the slopes and hair adds its light, as the reference has it', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const light = samples.floats(8 * COUNT, 0, 0.9).map((value, i) => (i % 8 > 3 ? value / 5 : value))
    const albedo = samples.floats(4 * COUNT, 0, 0.8)
    const [change, hair] = [samples.floats(COUNT, -0.55, 0.8), samples.floats(COUNT, 0, 0.4)]
    const out = runtime.allocateZeroed(32 * COUNT)
    runtime.run.addSheen({ albedo: runtime.put(albedo), change: runtime.put(change), hair: runtime.put(hair), out })(
      runtime.put(light),
      0,
      COUNT,
    )
    const found = runtime.floats(out, 8 * COUNT)
    for (let i = 0; i < COUNT; i++)
      expectClose(
        found.subarray(8 * i, 8 * i + 8),
        addSheen([...light.subarray(8 * i, 8 * i + 8)], [...albedo.subarray(4 * i, 4 * i + 4)], change[i]!, hair[i]!),
        1e-5,
      )
  })
})

test('ink is printed as the reference prints it: mip levels, footprints, the edge of its box, upright and turned', () => {
  forSamples((samples) => {
    const runtime = startRuntime()
    const usual = 0.001
    const { at, discontinuity, footprint } = surface(samples, runtime, usual)
    // Patches of noise with nothing between them.
    const side = 96
    const data = new Uint8Array(4 * side * side)
    for (let patch = 0; patch < 5; patch++) {
      const [left, top] = [samples.whole(0, side - 24), samples.whole(0, side - 24)]
      for (let y = top; y < top + 24; y++) data.set(samples.bytes(4 * 24), 4 * (y * side + left))
    }
    const ramp = Float32Array.from({ length: 256 }, (_, value) => (0.86 * value) / 255)
    const ink = prepareInk(runtime, { width: side, height: side, data }, [ramp, ramp, ramp], side)
    const middle = footprint(samples.whole(2, COUNT - 2)).uv
    const box: Box = {
      x: middle.x + samples.between(-0.05, 0.05),
      y: middle.y + samples.between(-0.05, 0.05),
      width: 0.1,
      height: samples.between(0.07, 0.12),
      turn: samples.between(0, 1) < 0.5 ? 0 : samples.between(-Math.PI, Math.PI),
    }
    const { origin, across, down } = sharesOf({
      left: box.x - box.width / 2,
      top: box.y + box.height / 2,
      width: box.width,
      height: box.height,
      ...(box.turn !== 0 && { turn: (box.turn * 180) / Math.PI }),
    })
    const painted = samples.floats(4 * (COUNT + 4), 0.1, 0.8)
    const coverage = samples.floats(COUNT + 4, 0, 1.01)
    const [albedo, mask] = [runtime.put(painted), runtime.allocateZeroed(COUNT + 4)]
    const [changes, hair] = [samples.floats(COUNT + 4, -0.5, 0.8), samples.floats(COUNT + 4, 0, 0.4)]
    const noted = { change: runtime.put(changes), hair: runtime.put(hair) }
    const light = runtime.put(
      Float32Array.from({ length: 8 * (COUNT + 4) }, (_, i) => (i % 8 === 3 ? coverage[Math.floor(i / 8)]! : 0)),
    )
    runtime.run.print({
      usual,
      discontinuity,
      box: runtime.putFloats([...origin, ...across, ...down]),
      levels: ink.table,
      levelCount: ink.count,
      blocks: ink.blocks.at,
      blocksAcross: ink.blocks.across,
      notes: runtime.allocate(NOTES_BYTES),
      albedo,
      mask,
      ...noted,
    })(at.here, at.below, light, 0, COUNT)
    const [found, shares] = [runtime.floats(albedo, 4 * COUNT), runtime.bytes().slice(mask, mask + COUNT)]
    const memory = new DataView(runtime.bytes().buffer)
    for (let i = 0; i < COUNT; i++) {
      const before = { change: changes[i]!, hair: hair[i]! }
      const below = [...painted.subarray(4 * i, 4 * i + 4)]
      const expected = print(footprint(i), below, box, memory, ink.table, ink.count, before)
      const after = [runtime.floats(noted.change, COUNT)[i]!, runtime.floats(noted.hair, COUNT)[i]!]
      expectClose(after, [expected.change, expected.hair], 0.012)
      expectClose(found.subarray(4 * i, 4 * i + 4), expected.albedo, 0.01)
      expect(Math.abs(shares[i]! - 255 * expected.cover * Math.min(1, coverage[i]!))).toBeLessThanOrEqual(1)
    }
  })
})
