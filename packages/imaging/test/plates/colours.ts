import { COLOUR_ROWS } from '@printroom/products/colours.data'
import { compose } from '@printroom/studio/compose'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import { deltaE } from '@printroom/studio/tone/delta-e'
import { expect, test } from 'vitest'
import type { Studio } from '../../src/studio.ts'
import { type Part, partOf } from './part.ts'

// Every colour that the catalogue offers for a plate's product, on that plate, in its first light.

const SIZE = 192
/** CIEDE2000 between the swatch and what is lit of the product. */
const MOST_DELTA_E = 4
/** The largest brightness: red, twice green and blue. */
const BRIGHTEST = 4 * 255
const nothing = { width: 4, height: 4, data: new Uint8Array(64) }

const codesOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const brightness = (data: Uint8Array, at: number): number => data[at * 3]! + 2 * data[at * 3 + 1]! + data[at * 3 + 2]!

/** These pixels from the darkest to the lightest, those alike in the order in which they came: a counting sort. */
function byBrightness(data: Uint8Array, pixels: Uint32Array): Uint32Array {
  const next = new Uint32Array(BRIGHTEST + 2)
  for (const at of pixels) next[brightness(data, at) + 1]!++
  for (let value = 1; value < next.length; value++) next[value]! += next[value - 1]!
  const sorted = new Uint32Array(pixels.length)
  for (const at of pixels) sorted[next[brightness(data, at)]!++] = at
  return sorted
}

/** The print area without the third of it that mirrors most: what a black product shows there is the lamps. */
const calm = (data: Uint8Array, inside: Uint32Array): Uint32Array =>
  byBrightness(data, inside).slice(0, Math.floor((2 * inside.length) / 3))

/** The median of each channel over the lighter two thirds of some pixels: cloth or glaze that is lit, neither fold nor seam. */
function litMedian(data: Uint8Array, pixels: Uint32Array): number[] {
  const lit = byBrightness(data, pixels).subarray(Math.floor(pixels.length / 3))
  const codes = new Uint8Array(lit.length)
  return [0, 1, 2].map((c) => {
    for (let i = 0; i < lit.length; i++) codes[i] = data[lit[i]! * 3 + c]!
    return codes.sort()[lit.length >> 1]!
  })
}

/** Declares the test of a plate's colours. */
export function testColours(studio: Studio, manifest: PlateManifest): void {
  test('shows every colour it is offered in', async () => {
    const [light, frame] = [manifest.lights[0], manifest.frames[0]]
    if (!light || !frame) throw new Error('a plate has a light and a frame')
    const plate = await studio.loadPlate(manifest.product, manifest.geometry)
    const models = manifest.serves.flatMap(({ baseModels }) => baseModels)
    const buyers = new Set<string>(models.length > 0 ? models : [manifest.product])
    const offered = COLOUR_ROWS.filter(([, , , , offeredFor]) =>
      offeredFor.split(' ').some((buyer) => buyers.has(buyer)),
    )
    const colours = new Map(
      offered.map(([, label, hex, isHeather]) => [`${hex} ${isHeather}`, { label, hex, isHeather }]),
    )
    expect(colours.size).toBeGreaterThan(10)
    const whole: Part = { frame, size: SIZE }
    const shotOf = (hex: string, heather: boolean, { frame, size } = part) =>
      compose({
        plate,
        backdrop: null,
        design: nothing,
        colour: { hex, heather },
        sizeName: 'medium',
        background: 'white-studio',
        shot: { light, frame, seed: 1 },
        size,
      })
    const part = partOf(shotOf('#000000', false, whole), frame)
    const bare = shotOf('#000000', false)
    const inside = Uint32Array.from(bare.printMask.keys()).filter((at) => bare.printMask[at] === 255)
    const pixels = manifest.material === 'glaze' ? calm(bare.data, inside) : inside
    const wrong: string[] = []
    for (const { hex, label, isHeather } of colours.values()) {
      const difference = deltaE(litMedian(shotOf(hex, isHeather).data, pixels), codesOf(hex))
      if (difference > MOST_DELTA_E) wrong.push(`${label} ${hex}: ${difference.toFixed(1)}`)
    }
    expect(wrong).toEqual([])
  })
}
