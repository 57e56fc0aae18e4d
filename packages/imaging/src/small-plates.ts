import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fitPlate } from '@printroom/studio/fit'
import { LIGHT_GROUPS } from '@printroom/studio/light-groups'
import { packMap } from '@printroom/studio/map-codec'
import type { Ground, Layer, Plate } from '@printroom/studio/plate'
import type { SmallGround, SmallPlate, SmallStudio } from '@printroom/studio/small-studio'
import sharp from 'sharp'
import { openStudio } from './studio.ts'

/** Sides in pixels: of map and light, and of shadows, which are soft. */
const SIDE = 512
const SHADOW_SIDE = 256

/** WebP quality of light that the product stands in, and of what lies behind it. */
const LIGHT_QUALITY = 90
const GROUND_QUALITY = 82

/**
 * Writes what the browser's preview needs of a folder of plates: each plate and ground at 512 pixels, as files
 * named after their content, and `studio.json`, which lists them. About a second of processor time a plate.
 */
export async function writeSmallPlates(platesDir: string, outDir: string): Promise<SmallStudio> {
  const studio = await openStudio(platesDir, { cacheBytes: 0 })
  await mkdir(outDir, { recursive: true })
  const small: SmallStudio = { plates: [], grounds: [] }
  for (const { product, geometry } of studio.plates) small.plates.push(await writePlate(await studio.loadPlate(product, geometry), outDir))
  for (const { rig, background } of studio.grounds) {
    const ground = await studio.loadGround(rig, background)
    if (ground) small.grounds.push(await writeGround(ground, outDir))
  }
  await writeFile(path.join(outDir, 'studio.json'), JSON.stringify(small))
  return small
}

async function writePlate(plate: Plate, outDir: string): Promise<SmallPlate> {
  const { manifest, map, groups } = fitPlate(plate, { name: 'whole', x: 0.5, y: 0.5, scale: 1 }, SIDE)
  const name = `${manifest.product}-${manifest.geometry}`
  const light = LIGHT_GROUPS.flatMap((group) => [groups[group].w, groups[group].k])
  const shadow = LIGHT_GROUPS.flatMap((group) => [groups[group].sw, groups[group].sk])
  return {
    manifest,
    map: await save(outDir, `${name}-map`, 'bin', await promisify(gzip)(packMap(map), { level: 9 })),
    light: await save(outDir, `${name}-light`, 'webp', await stack(light, SIDE, LIGHT_QUALITY)),
    shadow: await save(outDir, `${name}-shadow`, 'webp', await stack(shadow, SHADOW_SIDE, LIGHT_QUALITY)),
  }
}

async function writeGround({ manifest, groups }: Ground, outDir: string): Promise<SmallGround> {
  const layers = LIGHT_GROUPS.map((group) => groups[group])
  const name = `ground-${manifest.rig}-${manifest.background}`
  return { manifest, light: await save(outDir, name, 'webp', await stack(layers, SIDE, GROUND_QUALITY)) }
}

/** Layers one below the other in one picture. */
async function stack(layers: readonly Layer[], side: number, quality: number): Promise<Buffer> {
  const rows = await Promise.all(
    layers.map(({ data, width, height, channels }) =>
      sharp(data, { raw: { width, height, channels } }).resize(side, side, { fit: 'fill' }).toColourspace('srgb').removeAlpha().raw().toBuffer(),
    ),
  )
  const raw = { width: side, height: side * layers.length, channels: 3 as const }
  return sharp(Buffer.concat(rows), { raw }).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
}

async function save(outDir: string, name: string, extension: string, bytes: Buffer): Promise<string> {
  const file = `${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.${extension}`
  await writeFile(path.join(outDir, file), bytes)
  return file
}
