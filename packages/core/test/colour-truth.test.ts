import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import type { BaseModel, Product } from '@printroom/contract/catalogue'
import { coloursFor } from '@printroom/contract/colours'
import { openStudio } from '@printroom/imaging/studio'
import { compose } from '@printroom/studio/compose'
import { deltaE } from '@printroom/studio/tone/delta-e'
import { expect, test } from 'vitest'

// Every colour that the catalogue offers for a plate's product, on that plate, in its first light.

const SIZE = 192
const nothing = { width: 4, height: 4, data: new Uint8Array(64) }
const studio = await openStudio(PRODUCTS_FOLDER)

const codesOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

type Shown = { data: Uint8Array; printMask: Uint8Array }

const brightness = (data: Uint8Array, at: number): number => data[at * 3]! + 2 * data[at * 3 + 1]! + data[at * 3 + 2]!

/** The print area without the third of it that mirrors most: what a black product shows there is the lamps. */
function calm({ data, printMask }: Shown): number[] {
  const inside = [...printMask.keys()].filter((at) => printMask[at] === 255)
  return inside.sort((a, b) => brightness(data, a) - brightness(data, b)).slice(0, Math.floor((2 * inside.length) / 3))
}

/** The median of each channel over the lighter two thirds of some pixels: cloth or glaze that is lit, neither fold nor seam. */
function litMedian(data: Uint8Array, pixels: readonly number[]): number[] {
  const lit = [...pixels].sort((a, b) => brightness(data, a) - brightness(data, b)).slice(Math.floor(pixels.length / 3))
  return [0, 1, 2].map((c) => lit.map((at) => data[at * 3 + c]!).sort((a, b) => a - b)[lit.length >> 1]!)
}

const cases = studio.plates.map((manifest) => [`${manifest.product}/${manifest.geometry}`, manifest] as const)

test.each(cases)('%s shows every colour it is offered in', { timeout: 240_000 }, async (_, manifest) => {
  const [light, frame] = [manifest.lights[0], manifest.frames[0]]
  if (!light || !frame) throw new Error('a plate has a light and a frame')
  const plate = await studio.loadPlate(manifest.product, manifest.geometry)
  const models = [...new Set(manifest.serves.flatMap(({ baseModels }) => baseModels))] as BaseModel[]
  const offered = (models.length > 0 ? models : [null]).flatMap((model) =>
    coloursFor(manifest.product as Product, model),
  )
  const colours = new Map(offered.map((colour) => [`${colour.hex} ${colour.isHeather}`, colour]))
  expect(colours.size).toBeGreaterThan(10)
  const shotOf = (hex: string, heather: boolean): Shown =>
    compose({
      plate,
      backdrop: null,
      design: nothing,
      colour: { hex, heather },
      sizeName: 'medium',
      background: 'white-studio',
      shot: { light, frame, seed: 1 },
      size: SIZE,
    })
  const bare = shotOf('#000000', false)
  const pixels =
    manifest.material === 'glaze' ? calm(bare) : [...bare.printMask.keys()].filter((at) => bare.printMask[at] === 255)
  const wrong: string[] = []
  for (const { hex, label, isHeather } of colours.values()) {
    const difference = deltaE(litMedian(shotOf(hex, isHeather).data, pixels), codesOf(hex))
    if (difference > 4) wrong.push(`${label} ${hex}: ${difference.toFixed(1)}`)
  }
  expect(wrong).toEqual([])
})
