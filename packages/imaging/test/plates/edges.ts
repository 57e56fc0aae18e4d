import { compose } from '@printroom/studio/compose'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { Backdrop, Layer, Plate } from '@printroom/studio/plate/plate'
import { expect, test } from 'vitest'
import type { Studio } from '../../src/studio.ts'

// No halo round a product: along its outline nothing is lighter than both the product and the backdrop beside it, or
// darker than both. What a rolled hem or a rim does to its own light is seen in a few pixels of a hundred.

const SIZE = 1024
/** Pixels to either side of an outline's pixel that are looked at. */
const BESIDE = 5
const nothing = { width: 4, height: 4, data: new Uint8Array(64) }

const even = (code: number): Layer => ({
  width: 8,
  height: 8,
  channels: 1,
  range: 1,
  data: new Uint8Array(64).fill(code),
})
const alike = <T>(value: T) => ({ key: value, fill: value, env: value })

/** An even backdrop of a plate. code: 8-bit value of its light's square root. */
export const backdropOf = ({ rig }: PlateManifest, code: number): Backdrop => ({
  manifest: { version: 1, rig, background: 'even', colour: false, groups: alike({ range: 1 }) },
  groups: alike(even(code)),
})

/** The plate's product, throwing no shadow on the backdrop. */
function withoutShadow({ groups, ...plate }: Plate): Plate {
  const bare = (group: Plate['groups']['key']) => ({ ...group, whiteShadow: even(255), blackShadow: even(255) })
  return { ...plate, groups: { key: bare(groups.key), fill: bare(groups.fill), env: bare(groups.env) } }
}

/** Coverage of each pixel of the picture, 0 to 1. */
function coverageOf({ map }: Plate): Float32Array {
  const by = map.width / SIZE
  const mean = (_: unknown, at: number) => {
    const first = Math.floor(at / SIZE) * by * map.width + (at % SIZE) * by
    let sum = 0
    for (let j = 0; j < by; j++) for (let i = 0; i < by; i++) sum += map.coverage[first + j * map.width + i]!
    return sum / (255 * by * by)
  }
  return Float32Array.from({ length: SIZE * SIZE }, mean)
}

/** The outline's pixels with their neighbours, and those away from the rim of the picture. */
function outlineOf(coverage: Float32Array) {
  const marked = new Uint8Array(SIZE * SIZE)
  const margin = BESIDE + 2
  const each = (visit: (at: number) => void) => {
    for (let y = margin; y < SIZE - margin; y++) for (let x = margin; x < SIZE - margin; x++) visit(y * SIZE + x)
  }
  each((at) => {
    if (coverage[at]! < 0.02 || coverage[at]! > 0.98) return
    for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) marked[at + j * SIZE + i] = 1
  })
  const pixels: number[] = []
  each((at) => void (marked[at] && pixels.push(at)))
  return { marked, pixels }
}

/** How many codes the outline is lighter than all beside it, and how many darker: of its pixels, the share `of` is less. */
function fringe(
  data: Uint8Array,
  coverage: Float32Array,
  { marked, pixels }: ReturnType<typeof outlineOf>,
  of: number,
) {
  const brightness = Float32Array.from(
    { length: SIZE * SIZE },
    (_, at) => (data[3 * at]! + 2 * data[3 * at + 1]! + data[3 * at + 2]!) / 4,
  )
  const lighter: number[] = []
  const darker: number[] = []
  for (const at of pixels) {
    let [low, high, product, backdrop] = [255, 0, 0, 0]
    for (let j = -BESIDE; j <= BESIDE; j++)
      for (let i = -BESIDE; i <= BESIDE; i++) {
        const beside = at + j * SIZE + i
        if (marked[beside]) continue
        if (coverage[beside]! > 0.5) product++
        else backdrop++
        low = Math.min(low, brightness[beside]!)
        high = Math.max(high, brightness[beside]!)
      }
    // In a narrow gap there is no telling what lies beside.
    if (product < BESIDE || backdrop < BESIDE) continue
    lighter.push(Math.max(0, brightness[at]! - high))
    darker.push(Math.max(0, low - brightness[at]!))
  }
  const share = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(of * values.length)]!
  return { outline: lighter.length, lighter: share(lighter), darker: share(darker) }
}

/** Declares the test of a plate's outline. */
export function testEdges(studio: Studio, manifest: PlateManifest): void {
  test('has no halo', async () => {
    const plate = await studio.loadPlate(manifest.product, manifest.geometry)
    const shadowless = withoutShadow(plate)
    const coverage = coverageOf(plate)
    const rim = outlineOf(coverage)
    const shown = (hex: string, code: number) => {
      const shot = { light: manifest.lights[0]!, frame: { name: 'whole', x: 0.5, y: 0.5, scale: 1 }, seed: 1 }
      const backdrop = backdropOf(manifest, code)
      return compose({
        plate: shadowless,
        backdrop,
        design: nothing,
        colour: { hex, heather: false },
        sizeName: 'medium',
        background: 'even',
        shot,
        size: SIZE,
      }).data
    }
    // 8-bit values of backdrops: dark, light, and two as light as the product, where only the very edge can differ.
    for (const [hex, code, share, most] of [
      ['#FFFFFF', 48, 0.95, 6],
      ['#25282A', 255, 0.95, 6],
      ['#808080', 128, 0.75, 3],
      ['#FFFFFF', 255, 0.75, 3],
    ] as const) {
      const { outline, lighter, darker } = fringe(shown(hex, code), coverage, rim, share)
      expect(outline).toBeGreaterThan(4000)
      expect(lighter, `${hex} over ${code}`).toBeLessThan(most)
      expect(darker, `${hex} over ${code}`).toBeLessThan(most)
    }
  })
}
