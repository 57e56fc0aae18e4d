import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { readPlateFolder } from '@printroom/studio/plate/plate-folder'
import { smoothMap } from '@printroom/studio/plate/smooth-uv-map'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { packRendered, readMap } from '../src/plate-map.ts'

/** Sewn, with folds that lie over one another. */
const FOLDED = { product: 'hoodie', geometry: 'lifestyle-casual-man-1' }

test(
  'a rendered map is packed in its place: no place moves by more than 0.12 mm, coverage not at all',
  { timeout: 120_000 },
  async () => {
    const { plates } = await readPlateFolder(PRODUCTS_FOLDER)
    const plate = plates.find(
      ({ manifest }) => manifest.product === FOLDED.product && manifest.geometry === FOLDED.geometry,
    )!
    const map = await readMap(plate.dir)
    const { width, height, u, v, coverage } = map
    const words = new Uint16Array(width * height * 3)
    for (let at = 0; at < width * height; at++) {
      words[3 * at] = u[at]!
      words[3 * at + 1] = v[at]!
      words[3 * at + 2] = coverage[at]! * 257
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'printroom-map-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await sharp(words, { raw: { width, height, channels: 3 } })
      .toColourspace('rgb16')
      .png({ compressionLevel: 1 })
      .toFile(path.join(folder, 'uv.png'))

    const { after, farthest } = await packRendered(folder, plate.manifest)
    expect(await readdir(folder)).toEqual(['uv.bin'])
    expect(after).toBeLessThan(0.9e6)

    const [meant, packed] = [smoothMap(map), await readMap(folder)]
    expect(Buffer.compare(packed.coverage, coverage)).toBe(0)
    const { pattern } = plate.manifest
    let most = 0
    for (let at = 0; at < width * height; at++) {
      if (coverage[at] === 0) continue
      const across = ((packed.u[at]! - meant.u[at]!) / 65_535) * pattern.width
      const up = ((packed.v[at]! - meant.v[at]!) / 65_535) * pattern.height
      most = Math.max(most, 1000 * Math.hypot(across, up))
    }
    expect(most).toBeLessThanOrEqual(0.12)
    expect(most).toBeGreaterThan(0)
    expect(farthest).toBeCloseTo(most)
  },
)
