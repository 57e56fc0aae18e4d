import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fitPlate } from '@printroom/studio/plate/fit'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import { packMap } from '@printroom/studio/plate/uv-map-codec'
import type { Layer } from '@printroom/studio/plate/plate'
import type { SmallBackdrop, SmallPlate, SmallStudio } from '@printroom/studio/plate/small-studio'
import sharp from 'sharp'
import { LIST } from './small-studio.ts'
import { type Studio, openStudio } from './studio.ts'

/** Sides in pixels: of map and light, and of shadows, which are soft. */
const SIDE = 512
const SHADOW_SIDE = 256

/** A twentieth of a pixel. */
const MAP_TOLERANCE = { u: 4, v: 4 }

/** WebP quality of light that the product stands in, and of what lies behind it. */
const LIGHT_QUALITY = 90
const BACKDROP_QUALITY = 82

/** What is made together, by the names of its files; a plate takes a second and a half of a processor, a backdrop a third. */
export type Piece = { files: readonly string[]; isMade: () => boolean; make: () => Promise<void> }

/** What the browser's preview needs of the plates, each plate and backdrop at 512 pixels, to be made in a folder. */
export async function openSmallPlates(outDir: string): Promise<Piece[]> {
  const { plates, backdrops } = JSON.parse(await readFile(LIST, 'utf8')) as SmallStudio
  const studio = await openStudio(PRODUCTS_FOLDER, { cacheBytes: 0 })
  await mkdir(outDir, { recursive: true })
  const piece = (files: readonly string[], make: () => Promise<void>): Piece => ({
    files,
    isMade: () => files.every((file) => existsSync(path.join(outDir, file))),
    make,
  })
  return [
    ...plates.map((plate) => piece([plate.map, plate.light, plate.shadow], () => makePlate(studio, plate, outDir))),
    ...backdrops.map((backdrop) => piece([backdrop.light], () => makeBackdrop(studio, backdrop, outDir))),
  ]
}

async function makePlate(
  studio: Studio,
  { manifest: { product, geometry }, ...files }: SmallPlate,
  outDir: string,
): Promise<void> {
  const whole = await studio.loadPlate(product, geometry)
  const { map, groups } = fitPlate(whole, { name: 'whole', x: 0.5, y: 0.5, scale: 1 }, SIDE)
  const light = LIGHT_GROUPS.flatMap((group) => [groups[group].white, groups[group].black])
  const shadow = LIGHT_GROUPS.flatMap((group) => [groups[group].whiteShadow, groups[group].blackShadow])
  // The last level would take twice the time for a hundredth of the bytes.
  await save(outDir, files.map, await promisify(gzip)(packMap(map, MAP_TOLERANCE), { level: 8 }))
  await save(outDir, files.light, await stack(light, SIDE, LIGHT_QUALITY))
  await save(outDir, files.shadow, await stack(shadow, SHADOW_SIDE, LIGHT_QUALITY))
}

async function makeBackdrop(
  studio: Studio,
  { manifest: { rig, background }, light }: SmallBackdrop,
  outDir: string,
): Promise<void> {
  const backdrop = await studio.loadBackdrop(rig, background)
  if (backdrop === null) throw new Error(`the studio has no ${rig}/${background}`)
  await save(
    outDir,
    light,
    await stack(
      LIGHT_GROUPS.map((group) => backdrop.groups[group]),
      SIDE,
      BACKDROP_QUALITY,
    ),
  )
}

/** Layers one below the other in one picture. Grey ones have no colour to take care of, which is half the work. */
async function stack(layers: readonly Layer[], side: number, quality: number): Promise<Buffer> {
  const rows = await Promise.all(
    layers.map(({ data, width, height, channels }) =>
      sharp(data, { raw: { width, height, channels } })
        .resize(side, side, { fit: 'fill' })
        .toColourspace('srgb')
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  )
  const raw = { width: side, height: side * layers.length, channels: 3 as const }
  const smartSubsample = layers.some(({ channels }) => channels === 3)
  return sharp(Buffer.concat(rows), { raw }).webp({ quality, effort: 4, smartSubsample }).toBuffer()
}

/** Whole or not at all: two processes may make the same file, and a third may read it. */
async function save(outDir: string, file: string, bytes: Buffer): Promise<void> {
  const aside = path.join(outDir, `${file}.${process.pid}`)
  await writeFile(aside, bytes)
  await rename(aside, path.join(outDir, file))
}
