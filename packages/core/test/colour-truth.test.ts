import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BaseModel, Product } from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import { openStudio } from '@printroom/imaging/studio'
import { compose } from '@printroom/studio/compose'
import { deltaE } from '@printroom/studio/delta-e'
import { expect, test } from 'vitest'

// Every colour that the catalogue offers for a cloth plate's product, on that plate, in its first light. Not mugs: in
// their glaze the studio is reflected, and no dark colour is darker than that.

const PLATES = join(dirname(createRequire(import.meta.url).resolve('@printroom/studio/package.json')), 'plates')
const SIZE = 192
const nothing = { width: 4, height: 4, data: new Uint8Array(64) }
const studio = await openStudio(PLATES)

const codesOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** The median of each channel over the lighter two thirds of what the mask covers: cloth that is lit, neither fold nor seam. */
function litMedian(data: Uint8Array, mask: Uint8Array): number[] {
  const pixels = [...mask.keys()].filter((at) => mask[at] === 255).map((at) => Array.from(data.subarray(at * 3, at * 3 + 3)))
  const brightness = ([red = 0, green = 0, blue = 0]: number[]) => red + 2 * green + blue
  const lit = pixels.sort((a, b) => brightness(a) - brightness(b)).slice(Math.floor(pixels.length / 3))
  return [0, 1, 2].map((c) => lit.map((pixel) => pixel[c] ?? 0).sort((a, b) => a - b)[lit.length >> 1] ?? 0)
}

const cases = studio.plates.filter(({ material }) => material !== 'glaze').map((manifest) => [`${manifest.product}/${manifest.geometry}`, manifest] as const)

test.each(cases)('%s shows every colour it is offered in', { timeout: 240_000 }, async (_, manifest) => {
  const [light, frame] = [manifest.lights[0], manifest.frames[0]]
  if (!light || !frame) throw new Error('a plate has a light and a frame')
  const plate = await studio.loadPlate(manifest.product, manifest.geometry)
  const models = [...new Set(manifest.serves.flatMap(({ baseModels }) => baseModels))] as BaseModel[]
  const offered = (models.length > 0 ? models : [null]).flatMap((model) => coloursFor(manifest.product as Product, model))
  const colours = new Map(offered.map((colour) => [`${colour.hex} ${colour.isHeather}`, colour]))
  expect(colours.size).toBeGreaterThan(10)
  const wrong: string[] = []
  for (const { hex, label, isHeather } of colours.values()) {
    const { data, printMask } = compose({
      plate,
      ground: null,
      design: nothing,
      colour: { hex, heather: isHeather },
      sizeName: 'medium',
      background: 'white-studio',
      shot: { light, frame, seed: 1 },
      size: SIZE,
    })
    const difference = deltaE(litMedian(data, printMask), codesOf(hex))
    if (difference > 4) wrong.push(`${label} ${hex}: ${difference.toFixed(1)}`)
  }
  expect(wrong).toEqual([])
})
