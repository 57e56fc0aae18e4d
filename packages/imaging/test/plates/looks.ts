import { compose } from '@printroom/studio/compose'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { Plate } from '@printroom/studio/plate/plate'
import { expect, test } from 'vitest'
import type { Studio } from '../../src/studio.ts'
import { backdropOf } from './edges.ts'

// What makes cloth look photographed, as numbers: a lamp from one side that leaves the other one dark, and no cloth so
// light that its colour is lost.

/** Of a grey product's pixels, the share that may be white in any light of a plate, from which code on. */
const MOST_BURNT = 0.001
const BURNT = 250
const SIZE = 256
const nothing = { width: 4, height: 4, data: new Uint8Array(64) }

/** Of the light of the brightest cloth, what the darkest may have: 5th and 95th percentile, in a worn plate's first light. */
const MOST_EVEN = 0.2

/**
 * Worn plates whose light is older and more even than the bar, or whose folds bear no darker one: half of a back in shade
 * left fifteen colours too far from their swatches. One that passes has to be taken off.
 */
const STILL_EVEN = new Set([
  'crewneck-sweatshirt/lifestyle-casual-man-4',
  't-shirt/lifestyle-casual-man-4',
  't-shirt/lifestyle-casual-man-back-1',
])

const STEP = 4

/** Light of every fourth pixel and line that is wholly cloth, were it white: from the darkest on. */
function lightOf({ map, manifest, groups }: Plate): Float64Array {
  const { gains } = manifest.lights[0]!
  const parts = LIGHT_GROUPS.map((group) => {
    const { data, range, channels, width } = groups[group].white
    const gain = gains[group].reduce((sum, value) => sum + value, 0) / gains[group].length
    return { data, channels, by: map.width / width, width, gain: (gain * range) / 255 ** 2 }
  })
  const found: number[] = []
  for (let y = 0; y < map.height; y += STEP)
    for (let x = 0; x < map.width; x += STEP)
      if (map.coverage[y * map.width + x] === 255)
        found.push(
          parts.reduce((sum, { data, channels, by, width, gain }) => {
            const code = data[(Math.floor(y / by) * width + Math.floor(x / by)) * channels]!
            return sum + gain * code * code
          }, 0),
        )
  return Float64Array.from(found).sort()
}

/** Of the light of the brightest cloth, that of the darkest. */
function evennessOf(plate: Plate): number {
  const light = lightOf(plate)
  return light[Math.floor(0.05 * light.length)]! / light[Math.floor(0.95 * light.length)]!
}

/** How many pixels of a mid-grey product a light burns out. */
function burntBy(plate: Plate, light: PlateManifest['lights'][number]): number {
  const { data } = compose({
    plate,
    backdrop: backdropOf(plate.manifest, 0),
    design: nothing,
    colour: { hex: '#808080', heather: false },
    sizeName: 'medium',
    background: 'even',
    shot: { light, frame: { name: 'whole', x: 0.5, y: 0.5, scale: 1 }, seed: 1 },
    size: SIZE,
  })
  let burnt = 0
  for (let at = 0; at < data.length; at += 3) if (Math.min(data[at]!, data[at + 1]!, data[at + 2]!) >= BURNT) burnt++
  return burnt
}

/** How many pixels of a picture the product covers. */
function coveredBy({ map }: Plate): number {
  let sum = 0
  for (const code of map.coverage) sum += code
  return (SIZE * SIZE * sum) / (255 * map.coverage.length)
}

/** Declares the test that a product keeps its colour in every light. A glaze mirrors its lamps. */
export function testBurning(studio: Studio, { product, geometry, material, lights }: PlateManifest): void {
  if (material === 'glaze') return
  test('no light burns its cloth out', async () => {
    const plate = await studio.loadPlate(product, geometry)
    const covered = coveredBy(plate)
    const burnt = lights.map((light) => [light.name, burntBy(plate, light) / covered] as const)
    expect(burnt.filter(([, share]) => share > MOST_BURNT)).toEqual([])
  })
}

/** Declares the test of how a garment that is worn is lit. */
export function testLooks(studio: Studio, { product, geometry }: PlateManifest): void {
  if (!/-(man|woman)-/.test(geometry)) return
  test('has a dark side, unless its light is an older one', async () => {
    const evenness = evennessOf(await studio.loadPlate(product, geometry))
    expect(evenness < MOST_EVEN, evenness.toFixed(3)).toBe(!STILL_EVEN.has(`${product}/${geometry}`))
  })
}
