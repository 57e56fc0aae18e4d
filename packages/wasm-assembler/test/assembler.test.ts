import fc from 'fast-check'
import { expect, test } from 'vitest'
import { f32, f32x4, i32, i32x4, lanes, v128 } from '../src/instructions.ts'
import { type Body, assemble, createMemory, floors, kernel } from '../src/assembler.ts'

/** Runs a kernel that takes the address of 64 bytes to fill; its settings lie above them. */
function outcome(write: (body: Body, out: Parameters<typeof i32.add>[0]) => void) {
  const memory = createMemory(1)
  let top = 64
  const put = (block: ArrayBufferView): number => {
    new Uint8Array(memory.buffer).set(new Uint8Array(block.buffer), top)
    return (top += block.byteLength) - block.byteLength
  }
  const { run } = assemble({ run: kernel({}, ['out'], (p, body) => write(body, p.out)) }, memory, put)
  run({})(0)
  return { floats: [...new Float32Array(memory.buffer, 0, 4)], integers: [...new Int32Array(memory.buffer, 0, 4)] }
}

test('constants of every length come through, below zero too', () => {
  for (const value of [0, 1, -1, 63, 64, -64, -65, 8191, 8192, -8193, 2 ** 31 - 1, -(2 ** 31)])
    expect(outcome((body, out) => body.store32(out, value)).integers[0]).toBe(value)
  expect(outcome((body, out) => body.store(out, lanes(1, -2.5, 0, 1e-9))).floats).toEqual([
    1,
    -2.5,
    0,
    Math.fround(1e-9),
  ])
})

test('loops, branches and settings do what they say', () => {
  const sum = outcome((body, out) => {
    const total = body.int(0)
    body.for(0, 10, (i) =>
      body.if(
        i32.and(i, 1),
        () => body.add(total, i),
        () => body.add(total, 100),
      ),
    )
    body.store32(out, total)
  })
  expect(sum.integers[0]).toBe(1 + 3 + 5 + 7 + 9 + 500)
  const memory = createMemory(1)
  const kernels = {
    scale: kernel({ by: 'f32', at: 'i32' }, ['from'], (p, body) =>
      body.storeFloat(p.at, f32.mul(f32.load(p.from), p.by)),
    ),
  }
  const floats = new Float32Array(memory.buffer)
  const { scale } = assemble(
    kernels,
    memory,
    (block) => (new Uint8Array(memory.buffer).set(new Uint8Array(block.buffer), 256), 256),
  )
  floats[4] = 3
  scale({ by: -1.5, at: 32 })(16)
  expect(floats[8]).toBe(-4.5)
})

test('the next lower whole number is found without a conversion, below zero too', () => {
  const found = outcome((body, out) => {
    const { whole } = floors(body, body.let(lanes(2.75, -0.25, -3.5, 1000.125)))
    body.store(out, whole)
  })
  expect(found.floats).toEqual([2, -1, -4, 1000])
  const bits = outcome((body, out) => {
    const { bits } = floors(body, body.let(lanes(-0.25, 700.5, 0, 0)))
    body.store32(out, i32.and(i32x4.lane(bits, 0), 511))
    body.store32(out, i32.and(i32x4.lane(bits, 1), 511), 4)
  })
  expect(bits.integers.slice(0, 2)).toEqual([511, 700 - 512])
})

test('codes are held in their range as they are narrowed', () => {
  const { integers } = outcome((body, out) => {
    const words = body.let(f32x4.truncate(lanes(-20, 254.9, 300, 70_000)))
    const bytes = body.let(v128.narrow32(words, words))
    body.store32(out, i32x4.lane(v128.narrow16(bytes, bytes), 0))
  })
  expect([...new Uint8Array(Int32Array.from(integers).buffer).subarray(0, 4)]).toEqual([0, 254, 255, 255])
})

test('every integer comes through as a constant, and is reckoned with as JavaScript does', () => {
  const operations = [
    [i32.add, (a: number, b: number) => a + b],
    [i32.sub, (a: number, b: number) => a - b],
    [i32.mul, Math.imul],
    [i32.and, (a: number, b: number) => a & b],
    [i32.or, (a: number, b: number) => a | b],
    [i32.lt, (a: number, b: number) => (a < b ? 1 : 0)],
  ] as const
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (a, b) => {
      for (const [operation, expected] of operations) {
        expect(outcome((body, out) => body.store32(out, operation(a, b))).integers[0]).toBe(expected(a, b) | 0)
      }
    }),
    { numRuns: 50 },
  )
})

test('every float lane is reckoned with in 32 bits', () => {
  const float = fc.float({ noNaN: true, min: -1e6, max: 1e6 })
  fc.assert(
    fc.property(float, float, (a, b) => {
      const { floats } = outcome((body, out) => {
        const [x, y] = [body.lanes(a), body.lanes(b)]
        body.storeFloat(out, f32x4.lane(f32x4.add(x, y), 0))
        body.storeFloat(out, f32x4.lane(f32x4.mul(x, y), 3), 4)
        body.storeFloat(out, f32x4.lane(f32x4.min(x, y), 1), 8)
        body.storeFloat(out, f32x4.lane(f32x4.sub(x, y), 2), 12)
      })
      expect(floats.map((value) => value + 0)).toEqual(
        [a + b, a * b, Math.min(a, b), a - b].map((value) => Math.fround(value) + 0),
      )
    }),
    { numRuns: 50 },
  )
})
