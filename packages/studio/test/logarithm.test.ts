import { assemble, createMemory, kernel } from '@printroom/wasm-assembler/assembler'
import { v128 } from '@printroom/wasm-assembler/instructions'
import { expect, test } from 'vitest'
import { log2 } from '../src/kernels/logarithm.ts'

test('the logarithm is right to a hundredth', () => {
  const memory = createMemory(1)
  const kernels = {
    run: kernel({}, ['from', 'out'], (p, body) => body.store(p.out, log2(body, body.let(v128.load(p.from))))),
  }
  const run = assemble(kernels, memory, () => 128).run({})
  for (const value of [0.013, 0.5, 0.99, 1, 1.3, 1.5, 1.9, 2, 37, 5e4]) {
    new Float32Array(memory.buffer).fill(value, 0, 4)
    run(0, 16)
    expect(Math.abs(new Float32Array(memory.buffer)[4]! - Math.log2(value)), String(value)).toBeLessThan(0.01)
  }
})
