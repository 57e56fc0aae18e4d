import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openStudio } from '../src/studio.ts'
import { printFidelity } from './print-fidelity.ts'

// A photograph printed on white and on black, read back from the delivered JPEG, is the seller's file: what is promised
// (a similarity of 0.97, a difference of 3) with room to spare.

const studio = await openStudio(fileURLToPath(new URL('../../studio/plates', import.meta.url)))
const plates = studio.plates.map(({ product, geometry }) => [product, geometry] as const)

/** The share of a print that must be in sight: on a body that is turned, its rim goes a little round the side. */
const inSight = (geometry: string) => (/-(man|woman)-/.test(geometry) ? 0.97 : 0.98)

test.each(plates)('%s/%s prints what was uploaded', { timeout: 240_000 }, async (product, geometry) => {
  for (const { similarity, difference, seen } of await printFidelity(await studio.loadPlate(product, geometry), [
    '#FFFFFF',
    '#25282A',
  ])) {
    expect(seen).toBeGreaterThan(inSight(geometry))
    expect(similarity).toBeGreaterThan(0.99)
    expect(difference).toBeLessThan(1)
  }
})
