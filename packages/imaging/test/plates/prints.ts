import type { PlateManifest } from '@printroom/studio/plate/manifest'
import { expect, test } from 'vitest'
import type { Studio } from '../../src/studio.ts'
import { printFidelity } from '../../src/print-fidelity.ts'

// A photograph printed on white and on black, read back from the delivered JPEG, is the seller's file: what is promised
// (a similarity of 0.97, a difference of 3) with room to spare.

/** The share of a print that must be in sight: on a body that is turned, its rim goes a little round the side. */
const inSight = (geometry: string) => (/-(man|woman)-/.test(geometry) ? 0.97 : 0.98)

/** Declares the test of what is printed on a plate. */
export function testPrints(studio: Studio, { product, geometry }: PlateManifest): void {
  test('prints what was uploaded', async () => {
    for (const { similarity, difference, seen } of await printFidelity(await studio.loadPlate(product, geometry), [
      '#FFFFFF',
      '#25282A',
    ])) {
      expect(seen).toBeGreaterThan(inSight(geometry))
      expect(similarity).toBeGreaterThan(0.99)
      expect(difference).toBeLessThan(1)
    }
  })
}
