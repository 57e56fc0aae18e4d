import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SmallBackdrop, SmallPlate, SmallStudio } from '@printroom/studio/plate/small-studio'
import { smallBackdropOf, smallPlateOf } from './small-layers.ts'
import { LIST } from './small-studio.ts'
import { type Studio, openStudio } from './studio.ts'

/**
 * What is made together, by the names of its files; a plate takes a second of a processor, a backdrop a third. Pieces of
 * the same source that are made at once cost less than one by one.
 */
export type Piece = { source: string; files: readonly string[]; isMade: () => boolean; make: () => Promise<void> }

/** What the browser's preview needs of the plates, each plate and backdrop at 512 pixels, to be made in a folder. */
export async function openSmallPlates(outDir: string): Promise<Piece[]> {
  const { plates, backdrops } = JSON.parse(await readFile(LIST, 'utf8')) as SmallStudio
  const studio = await openStudio(PRODUCTS_FOLDER, { cacheBytes: 0 })
  await mkdir(outDir, { recursive: true })
  const piece = (source: string, files: readonly string[], make: () => Promise<void>): Piece => ({
    source,
    files,
    isMade: () => files.every((file) => existsSync(path.join(outDir, file))),
    make,
  })
  return [
    ...plates.map((plate) =>
      piece(plate.map, [plate.map, plate.light, plate.shadow], () => makePlate(studio, plate, outDir)),
    ),
    ...backdrops.map((backdrop) =>
      piece(backdrop.manifest.rig, [backdrop.light], () => makeBackdrop(studio, backdrop, outDir)),
    ),
  ]
}

async function makePlate(
  studio: Studio,
  { manifest: { product, geometry }, ...files }: SmallPlate,
  outDir: string,
): Promise<void> {
  const whole = await studio.loadPlate(product, geometry)
  const { map, light, shadow } = await smallPlateOf(whole)
  await save(outDir, files.map, map)
  await save(outDir, files.light, light)
  await save(outDir, files.shadow, shadow)
}

async function makeBackdrop(
  studio: Studio,
  { manifest: { rig, background }, light }: SmallBackdrop,
  outDir: string,
): Promise<void> {
  const backdrop = await studio.loadBackdrop(rig, background)
  if (backdrop === null) throw new Error(`the studio has no ${rig}/${background}`)
  await save(outDir, light, await smallBackdropOf(backdrop))
}

/** Whole or not at all: two processes may make the same file, and a third may read it. */
async function save(outDir: string, file: string, bytes: Buffer): Promise<void> {
  const aside = path.join(outDir, `${file}.${process.pid}`)
  await writeFile(aside, bytes)
  await rename(aside, path.join(outDir, file))
}
