import { compose } from '@printroom/studio/compose'
import { fitPlate } from '@printroom/studio/plate/fit'
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
  const covered = new Float32Array(SIZE * SIZE)
  for (let y = 0, line = 0; y < map.height; y++)
    for (let x = 0, to = SIZE * Math.floor(y / by); x < SIZE; x++, to++)
      for (let i = 0; i < by; i++, line++) covered[to]! += map.coverage[line]!
  for (let at = 0; at < covered.length; at++) covered[at]! /= 255 * by * by
  return covered
}

/**
 * The outline's pixels away from the rim of the picture that have both product and backdrop beside them, and what is beside
 * each: of `beside` up to its entry of `ends`, from the one before. In a narrow gap there is no telling what lies beside.
 */
type Outline = { pixels: readonly number[]; beside: readonly number[]; ends: readonly number[] }

function outlineOf(coverage: Float32Array): Outline {
  const marked = new Uint8Array(SIZE * SIZE)
  const margin = BESIDE + 2
  const each = (visit: (at: number) => void) => {
    for (let y = margin; y < SIZE - margin; y++) for (let x = margin; x < SIZE - margin; x++) visit(y * SIZE + x)
  }
  each((at) => {
    if (coverage[at]! < 0.02 || coverage[at]! > 0.98) return
    for (let j = -1; j <= 1; j++) for (let i = -1; i <= 1; i++) marked[at + j * SIZE + i] = 1
  })
  const [pixels, beside, ends]: [number[], number[], number[]] = [[], [], []]
  each((at) => {
    if (!marked[at]) return
    const first = beside.length
    let product = 0
    for (let j = -BESIDE; j <= BESIDE; j++)
      for (let near = at + j * SIZE - BESIDE; near <= at + j * SIZE + BESIDE; near++) {
        if (marked[near]) continue
        if (coverage[near]! > 0.5) product++
        beside.push(near)
      }
    if (product < BESIDE || beside.length - first - product < BESIDE) beside.length = first
    else {
      pixels.push(at)
      ends.push(beside.length)
    }
  })
  return { pixels, beside, ends }
}

/** How many codes the outline is lighter than all beside it, and how many darker: of its pixels, the share `of` is less. */
function fringe(data: Uint8Array, { pixels, beside, ends }: Outline, of: number) {
  const brightness = new Float32Array(SIZE * SIZE)
  for (let at = 0; at < brightness.length; at++)
    brightness[at] = (data[3 * at]! + 2 * data[3 * at + 1]! + data[3 * at + 2]!) / 4
  const lighter = new Float32Array(pixels.length)
  const darker = new Float32Array(pixels.length)
  for (let i = 0, near = 0; i < pixels.length; i++) {
    let [low, high] = [255, 0]
    for (; near < ends[i]!; near++) {
      const value = brightness[beside[near]!]!
      if (value < low) low = value
      if (value > high) high = value
    }
    const value = brightness[pixels[i]!]!
    lighter[i] = Math.max(0, value - high)
    darker[i] = Math.max(0, low - value)
  }
  const share = (values: Float32Array) => values.sort()[Math.floor(of * values.length)]!
  return { lighter: share(lighter), darker: share(darker) }
}

/** Declares the test of a plate's outline. */
export function testEdges(studio: Studio, manifest: PlateManifest): void {
  test('has no halo', async () => {
    const plate = await studio.loadPlate(manifest.product, manifest.geometry)
    const frame = { name: 'whole', x: 0.5, y: 0.5, scale: 1 }
    // Halved as the compositor keeps it, before a copy of it is made.
    const shadowless = withoutShadow(fitPlate(plate, frame, SIZE))
    const outline = outlineOf(coverageOf(plate))
    expect(outline.pixels.length).toBeGreaterThan(4000)
    const shown = (hex: string, code: number) => {
      const shot = { light: manifest.lights[0]!, frame, seed: 1 }
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
      const { lighter, darker } = fringe(shown(hex, code), outline, share)
      expect(lighter, `${hex} over ${code}`).toBeLessThan(most)
      expect(darker, `${hex} over ${code}`).toBeLessThan(most)
    }
  })
}
