import { createHash } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { type BackdropManifest, type PlateManifest, backdropManifestSchema, plateManifestSchema } from './manifest.ts'
import { isPlainBackdrop } from '../backdrop/plain-backdrop.ts'
import { type ShotRequest, isServedBy } from './shot.ts'

/** A plate or a backdrop of a folder: where its pictures lie, and what its manifest says. */
export type Entry<Manifest> = { dir: string; manifest: Manifest }
export type PlateFolder = { plates: readonly Entry<PlateManifest>[]; backdrops: readonly Entry<BackdropManifest>[] }

/** Holds the backdrops that several products share. */
const SHARED_BACKDROPS = 'backdrops'

/**
 * Reads every manifest of the products' folder (some milliseconds), in the order of their names, and no picture: plates and
 * a product's own backdrops lie in `<product>/plates/<name>`, those that products share in `backdrops/<name>`. Node only.
 * @throws Error that names a file which is no manifest
 */
export async function readPlateFolder(productsDir: string): Promise<PlateFolder> {
  const plates: Entry<PlateManifest>[] = []
  const backdrops: Entry<BackdropManifest>[] = []
  for (const name of await foldersOf(productsDir)) {
    const home = path.join(productsDir, name, name === SHARED_BACKDROPS ? '' : 'plates')
    for (const dir of (await foldersOf(home)).map((each) => path.join(home, each))) {
      const plate = await readManifest(path.join(dir, 'plate.json'), plateManifestSchema)
      if (plate) plates.push({ dir, manifest: plate })
      const backdrop = await readManifest(path.join(dir, 'backdrop.json'), backdropManifestSchema)
      if (backdrop) backdrops.push({ dir, manifest: backdrop })
    }
  }
  return { plates, backdrops }
}

/** Whether every plate that serves this also has its backdrop: a picture of it can be made. */
export function canShow({ plates, backdrops }: PlateFolder, request: ShotRequest): boolean {
  const variants = plates.filter(({ manifest }) => isServedBy(manifest, request))
  const hasBackdrop = ({ rig }: PlateManifest) =>
    isPlainBackdrop(request.background) ||
    backdrops.some(({ manifest }) => manifest.rig === rig && manifest.background === request.background)
  return variants.length > 0 && variants.every(({ manifest }) => hasBackdrop(manifest))
}

/**
 * Tells a plate or a backdrop from every other and from itself before it was rendered anew: a hash of its manifest, and of
 * names and sizes of its pictures, of which a dozen compressed ones do not all keep their size by chance. Where other sides
 * are printed is no part of what it shows: a picture of one has that in its own description.
 */
export async function versionOf<Manifest extends object>({ dir, manifest }: Entry<Manifest>): Promise<string> {
  const names = (await readdir(dir)).sort()
  const files = await Promise.all(names.map(async (name) => [name, (await stat(path.join(dir, name))).size]))
  return createHash('sha256')
    .update(JSON.stringify([{ ...manifest, prints: undefined }, files]))
    .digest('hex')
}

/** None where there is no such folder. */
async function foldersOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
}

/** Null when the file is not there: a folder without a manifest is not (yet) a plate. */
async function readManifest<T>(file: string, schema: { parse: (value: unknown) => T }): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${file} is not a manifest`, { cause: error })
  }
}
