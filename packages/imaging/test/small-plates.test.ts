import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { compose } from '@printroom/studio/compose'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import { unpackMap } from '@printroom/studio/plate/uv-map-codec'
import type { Layer, Plate } from '@printroom/studio/plate/plate'
import type { SmallPlate, SmallStudio } from '@printroom/studio/plate/small-studio'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LIST, SMALL_PLATES as out } from '../src/small-studio.ts'
import { openStudio } from '../src/studio.ts'

/** What a person on a slow connection may be asked to wait for. */
const MOST_BYTES = 250_000
const SIDE = 512

// What the package's build and `plates` have left, which the tests wait for: to make all of it anew takes a minute or two.
const small = JSON.parse(await readFile(LIST, 'utf8')) as SmallStudio
const full = await openStudio(PRODUCTS_FOLDER, { cacheBytes: 0 })

test('every plate and backdrop is there in small', async () => {
  expect(small.plates).toHaveLength(full.plates.length)
  expect(small.backdrops).toHaveLength(full.backdrops.length)
  for (const { light } of small.backdrops)
    expect((await stat(path.join(out, light))).size, light).toBeLessThan(MOST_BYTES)
  for (const { manifest, map, light, shadow } of small.plates) {
    const sizes = await Promise.all([map, light, shadow].map((file) => stat(path.join(out, file))))
    expect(
      sizes.reduce((sum, { size }) => sum + size, 0),
      manifest.geometry,
    ).toBeLessThan(MOST_BYTES)
  }
})

test('the picture of a small plate is that of the whole one in small', { timeout: 60_000 }, async () => {
  const plate = small.plates[0]!
  const one = picture(await open(plate))
  const other = picture(await full.loadPlate(plate.manifest.product, plate.manifest.geometry))
  const apart = one.reduce((sum, code, at) => sum + Math.abs(code - other[at]!), 0) / one.length
  expect(apart, 'mean difference in codes').toBeLessThan(2)
})

function picture(plate: Plate): Uint8Array {
  const data = new Uint8Array(64 * 64 * 4).map((_, at) => (at % 4 === 3 ? 255 : (at * 7) % 256))
  const shot = { light: plate.manifest.lights[0]!, frame: plate.manifest.frames[0]!, seed: 0 }
  const colour = { hex: '#3A5FCD', heather: false }
  return compose({
    plate,
    backdrop: null,
    design: { width: 64, height: 64, data },
    colour,
    sizeName: 'medium',
    background: 'white-studio',
    shot,
    size: SIDE,
  }).data
}

async function open({ manifest, map, light, shadow }: SmallPlate): Promise<Plate> {
  const [lights, shadows] = await Promise.all(
    [light, shadow].map((file) =>
      sharp(path.join(out, file)).extractChannel(0).raw().toBuffer({ resolveWithObject: true }),
    ),
  )
  const cut = ({ data, info }: NonNullable<typeof lights>, at: number, range: number): Layer => {
    const side = info.width
    return {
      width: side,
      height: side,
      channels: 1,
      range,
      data: new Uint8Array(data.subarray(at * side * side, (at + 1) * side * side)),
    }
  }
  const [key, fill, env] = LIGHT_GROUPS.map((group, at) => {
    const { w, k, sw, sk } = manifest.groups[group]
    return {
      white: cut(lights!, 2 * at, w.range),
      black: cut(lights!, 2 * at + 1, k.range),
      whiteShadow: cut(shadows!, 2 * at, sw.range),
      blackShadow: cut(shadows!, 2 * at + 1, sk.range),
    }
  })
  const packed = await promisify(gunzip)(await readFile(path.join(out, map)))
  return { manifest, map: unpackMap(packed), groups: { key: key!, fill: fill!, env: env! } }
}
