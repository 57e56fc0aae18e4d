import { compose } from '@printroom/studio/compose'
import { toArea, toPicture } from '@printroom/studio/geometry/lattice-map'
import { printLattice } from '@printroom/studio/geometry/print-lattice'
import { placePrint, printArea, METRES_PER_INCH, type Placement } from '@printroom/studio/geometry/placement'
import { fitPlate } from '@printroom/studio/plate/fit'
import type { Design } from '@printroom/studio/plate/plate'
import { describe, expect, test } from 'vitest'
import { photo } from '../src/made-designs.ts'
import { studio } from './studio.ts'
import { printFidelity } from '../src/print-fidelity.ts'

// A print where its seller has put it, on real plates: moved, smaller and turned it is the uploaded file as it is at a size,
// and where a size puts it it is that size's picture.

const design = photo()

/** By product and geometry: laid flat, worn, hanging and round; every one moved off its centre and turned. */
const PLACED: [product: string, geometry: string, placement: Placement][] = [
  ['t-shirt', 'studio-front-1', { x: 5.5, y: 7, width: 7, rotation: 17 }],
  ['t-shirt', 'lifestyle-casual-woman-2', { x: 7.5, y: 5.5, width: 6, rotation: -30 }],
  ['hoodie', 'studio-front-3', { x: 5.5, y: 4.75, width: 6, rotation: 8 }],
  ['crewneck-sweatshirt', 'flat-lay-2', { x: 8, y: 9, width: 6.5, rotation: 90 }],
  ['mug', 'studio-1', { x: 1.8, y: 1.7, width: 2, rotation: -12 }],
  ['tote-bag', 'flat-lay-1', { x: 6.5, y: 5, width: 6, rotation: 135 }],
]

describe.each(PLACED)('a print on %s %s', (product, geometry, placement) => {
  test('moved and turned shows what was uploaded', async () => {
    const plate = await studio.loadPlate(product, geometry)
    for (const { similarity, difference, seen } of await printFidelity(
      plate,
      ['#FFFFFF', '#25282A'],
      design,
      design,
      placement,
    )) {
      expect(seen).toBeGreaterThan(0.97)
      expect(similarity).toBeGreaterThan(0.98)
      expect(difference).toBeLessThan(1)
    }
  })

  test('is seen where the net over the print area says, which finds it there', async () => {
    const plate = await studio.loadPlate(product, geometry)
    const [light, frame] = [plate.manifest.lights[0]!, plate.manifest.frames[0]!]
    const lattice = printLattice(fitPlate(plate, frame, 512), frame)
    const colour = { hex: '#FFFFFF', heather: false }
    const small = { ...placement, width: lattice.width / 8 }
    for (const at of [small, { ...small, x: lattice.width * 0.2, y: lattice.height * 0.8 }]) {
      const shot = { light, frame, seed: 0 }
      const square = { width: 8, height: 8, data: new Uint8Array(256).fill(255) }
      const background = 'white-studio'
      const { printMask } = compose({
        plate,
        backdrop: null,
        design: square,
        colour,
        sizeName: 'medium',
        placement: at,
        background,
        shot,
        size: 512,
      })
      const hits = [...printMask.keys()].filter((pixel) => printMask[pixel]! > 127)
      const mean = (of: (pixel: number) => number) => hits.reduce((sum, pixel) => sum + of(pixel), 0) / hits.length
      const middle = {
        x: (mean((pixel) => pixel % 512) + 0.5) / 512,
        y: (mean((p) => Math.floor(p / 512)) + 0.5) / 512,
      }
      const told = toPicture(lattice, at)
      expect(Math.hypot(told.x - middle.x, told.y - middle.y)).toBeLessThan(0.006)
      const back = toArea(lattice, told, { x: lattice.width / 2, y: lattice.height / 2 })
      expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(0.01)
    }
  })

  test('put where a size puts it is that size’s picture to the byte', async () => {
    const plate = await studio.loadPlate(product, geometry)
    const [light, frame] = [plate.manifest.lights[0]!, plate.manifest.frames[0]!]
    const area = printArea(plate.manifest)
    const small: Design = { width: 300, height: 220, data: design.data.subarray(0, 4 * 300 * 220) }
    const shownAt = (sizeName: 'small' | 'medium' | 'large', at?: Placement) =>
      compose({
        plate,
        backdrop: null,
        design: small,
        colour: { hex: '#97999B', heather: true },
        sizeName,
        ...(at && { placement: at }),
        background: 'white-studio',
        shot: { light, frame, seed: 3 },
        size: 320,
      })
    const pictures = (['small', 'medium', 'large'] as const).map((sizeName) => {
      const box = placePrint(plate.manifest, sizeName, small)
      // What the contract's own `placementOfSize` gives is held against every plate in core.
      const width = Math.min(plate.manifest.print.sizesIn[sizeName], plate.manifest.print.maxWidthIn)
      const y =
        plate.manifest.print.centerY === undefined
          ? (width * (small.height / small.width)) / 2
          : plate.manifest.print.maxHeightIn / 2
      const at = { x: plate.manifest.print.maxWidthIn / 2, y, width, rotation: 0 }
      expect((area.top - box.top + box.height / 2) / METRES_PER_INCH).toBeCloseTo(y, 6)
      const [bySize, byPlacement] = [shownAt(sizeName), shownAt(sizeName === 'small' ? 'large' : 'small', at)]
      expect(Buffer.compare(bySize.data, byPlacement.data), sizeName).toBe(0)
      expect(Buffer.compare(bySize.printMask, byPlacement.printMask), sizeName).toBe(0)
      return bySize.data
    })
    expect(Buffer.compare(pictures[0]!, pictures[1]!)).not.toBe(0)
    expect(Buffer.compare(pictures[0]!, shownAt('small', placement).data)).not.toBe(0)
  })
})
