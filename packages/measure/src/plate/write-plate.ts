import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { writeMap } from '@printroom/imaging/plate-map'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import { type Backdrop, type Layer, type Passes, type Plate, STORED_PASS } from '@printroom/studio/plate/plate'

/** WebP of light: as the rendered plates' own, a little finer, since a photograph has threads and noise. */
const WEBP = { quality: 95, effort: 3 } as const

/**
 * Writes a plate and its backdrop below a folder as those of products lie: `<product>/plates/<name>` and
 * `<product>/plates/<name>-photograph`, so that `openStudio(folder)` finds them. Each folder is whole or not there.
 */
export async function writePlate(folder: string, plate: Plate, backdrop: Backdrop): Promise<void> {
  const { product, geometry } = plate.manifest
  const home = path.join(folder, product, 'plates')
  const beside = whole(path.join(home, `${geometry}-photograph`), async (dir) => {
    for (const group of LIGHT_GROUPS) await writeLayer(path.join(dir, `${group}.webp`), backdrop.groups[group])
    await writeFile(path.join(dir, 'backdrop.json'), json(backdrop.manifest))
  })
  const own = whole(path.join(home, geometry), async (dir) => {
    for (const group of LIGHT_GROUPS)
      for (const [pass, stored] of Object.entries(STORED_PASS) as [keyof Passes, string][])
        await writeLayer(path.join(dir, `${group}-${stored}.webp`), plate.groups[group][pass])
    await writeMap(dir, plate.map, plate.manifest)
    await writeFile(path.join(dir, 'plate.json'), json(plate.manifest))
  })
  await Promise.all([beside, own])
}

const json = (manifest: object): string => `${JSON.stringify(manifest, null, 2)}\n`

async function whole(dir: string, write: (dir: string) => Promise<void>): Promise<void> {
  const aside = `${dir}.${process.pid}`
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true })
  try {
    await write(aside)
    await rm(dir, { recursive: true, force: true })
    await rename(aside, dir)
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}

async function writeLayer(file: string, { data, width, height }: Layer): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 1 } })
    .webp(WEBP)
    .toFile(file)
}
