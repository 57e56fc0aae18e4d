import fc from 'fast-check'
import { hash } from '../../src/random.ts'

/** Numbers that depend on a seed alone; each call gives other ones. */
export function samplesOf(seed: number) {
  let count = 0
  const unit = () => hash(count++, seed) / 2 ** 32
  const between = (least: number, most: number) => least + (most - least) * unit()
  return {
    between,
    whole: (least: number, most: number) => Math.floor(between(least, most + 1)),
    floats: (length: number, least: number, most: number) => Float32Array.from({ length }, () => between(least, most)),
    bytes: (length: number) => Uint8Array.from({ length }, () => Math.floor(256 * unit())),
  }
}

export type Samples = ReturnType<typeof samplesOf>

/** Holds a property against sixty seeds; a failure names its own. */
export function forSamples(property: (samples: Samples) => void): void {
  fc.assert(
    fc.property(fc.integer(), (seed) => property(samplesOf(seed))),
    { numRuns: 60 },
  )
}

/** Vectors of four floats, one after the other. */
export const vectorAt = (floats: Float32Array, index: number): readonly number[] => [
  ...floats.subarray(4 * index, 4 * index + 4),
]
