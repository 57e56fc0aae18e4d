import { describe, expect, it } from 'vitest'
import { isShown, lineInPicture, toArea, toPicture } from '../src/geometry/lattice-map.ts'
import { METRES_PER_INCH } from '../src/geometry/placement.ts'
import { printLattice } from '../src/geometry/print-lattice.ts'
import { flatPlate } from './synthetic-plate.ts'

// The flat plate shows a metre of the pattern across, its middle in the middle; the area is 13 by 16 inches about it.
const plate = flatPlate(400)
const WHOLE = { name: 'full', x: 0.5, y: 0.5, scale: 1 }
const seen = (x: number, y: number) => ({
  x: 0.5 + (x - 6.5) * METRES_PER_INCH,
  y: 0.5 + (y - 8) * METRES_PER_INCH,
})
const PLACES = [
  { x: 6.5, y: 8 },
  { x: 0, y: 0 },
  { x: 13, y: 16 },
  { x: 10.3, y: 2.7 },
  { x: -1.5, y: 17 },
]

describe('the net over the print area', () => {
  it('says where an inch is seen, and which inch is seen where; beyond the area too', () => {
    const lattice = printLattice(plate, WHOLE)
    for (const inches of PLACES) {
      const place = toPicture(lattice, inches)
      expect(Math.hypot(place.x - seen(inches.x, inches.y).x, place.y - seen(inches.x, inches.y).y)).toBeLessThan(5e-4)
      const back = toArea(lattice, place, { x: 6.5, y: 8 })
      expect(Math.hypot(back.x - inches.x, back.y - inches.y)).toBeLessThan(1e-3)
    }
  })

  it('follows the picture’s frame', () => {
    const lattice = printLattice(plate, { name: 'near', x: 0.55, y: 0.45, scale: 0.5 })
    const { x, y } = toPicture(lattice, { x: 6.5, y: 8 })
    expect([x, y]).toEqual([expect.closeTo(0.4, 3), expect.closeTo(0.6, 3)])
  })

  it('goes on where the picture hides the cloth, and says where it does', () => {
    const coverage = plate.map.coverage.map((covered, at) => {
      const [x, y] = [(at % 400) / 400, Math.floor(at / 400) / 400]
      return Math.hypot(x - 0.6, y - 0.4) < 0.06 || x > 0.64 ? 0 : covered
    })
    // What is hidden has no place on the cloth, or another's.
    const u = plate.map.u.map((value, at) => (coverage[at] ? value : 33_000))
    const lattice = printLattice({ ...plate, map: { ...plate.map, u, coverage } }, WHOLE)
    expect(lattice.points.every(Number.isFinite)).toBe(true)
    for (let x = 0; x <= 13; x += 0.5) {
      const [point, wanted] = [toPicture(lattice, { x, y: 4 }), seen(x, 4)]
      expect(Math.hypot(point.x - wanted.x, point.y - wanted.y)).toBeLessThan(4e-3)
    }
    // In the disc, and beyond the edge.
    expect([3, 10.4, 12.9].map((x) => isShown(lattice, { x, y: 4 }))).toEqual([true, false, false])
    const [run, ...others] = lineInPicture(lattice, { x: 0, y: 4 }, { x: 13, y: 4 })
    expect(others).toEqual([])
    expect(run?.[0]?.x).toBeCloseTo(seen(0, 4).x, 2)
    expect(run?.at(-1)?.x).toBeLessThan(0.56)
    expect(lineInPicture(printLattice(plate, WHOLE), { x: 0, y: 4 }, { x: 13, y: 4 })).toHaveLength(1)
  })

  it('is turned about as well as it was where it is bent', () => {
    const lattice = printLattice(plate, WHOLE)
    const points = lattice.points.map((value, at) =>
      at % 2 === 0 ? 0.5 + 0.3 * Math.sin((value - 0.5) * 4.5) : value + 0.05 * Math.cos(lattice.points[at - 1]! * 9),
    )
    const bent = { ...lattice, points }
    for (const inches of PLACES.slice(0, 4)) {
      const back = toArea(bent, toPicture(bent, inches), { x: 6.5, y: 8 })
      expect(Math.hypot(back.x - inches.x, back.y - inches.y)).toBeLessThan(0.01)
    }
  })
})
