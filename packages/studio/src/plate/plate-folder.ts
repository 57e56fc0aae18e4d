import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  type BackdropManifest,
  type PersonManifest,
  type PlateManifest,
  backdropManifestSchema,
  personManifestSchema,
  plateManifestSchema,
  viewManifestSchema,
} from './manifest.ts'
import { isPlainBackdrop } from '../backdrop/plain-backdrop.ts'
import { type ShotRequest, isServedBy } from './shot.ts'

/**
 * A plate or a backdrop of a folder: where its pictures lie and what its manifest says; where those are of a person alone,
 * what stands behind.
 */
export type Entry<Manifest> = { dir: string; manifest: Manifest; behind?: Behind }
/** A square part of a view, or light everywhere the same. */
export type Behind = (View & PartOfView) | { light: number }
/** The picture `light.webp` of a folder. */
export type View = { dir: string; range: number }
type PartOfView = Exclude<PersonManifest['behind'][string], { light: number }>
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
  const people: Entry<PersonManifest>[] = []
  const views = new Map<string, View>()
  for (const name of await foldersIn(productsDir)) {
    const home = path.join(productsDir, name, name === SHARED_BACKDROPS ? '' : 'plates')
    for (const dir of (await foldersIn(home)).map((each) => path.join(home, each))) {
      const plate = await readManifest(path.join(dir, 'plate.json'), plateManifestSchema)
      if (plate) plates.push({ dir, manifest: plate })
      const backdrop = await readManifest(path.join(dir, 'backdrop.json'), backdropManifestSchema)
      if (backdrop) backdrops.push({ dir, manifest: backdrop })
      const person = await readManifest(path.join(dir, 'person.json'), personManifestSchema)
      if (person) people.push({ dir, manifest: person })
      const view = await readManifest(path.join(dir, 'view.json'), viewManifestSchema)
      if (view) views.set(view.background, { dir, range: view.range })
    }
  }
  return { plates, backdrops: [...backdrops, ...people.flatMap((person) => backdropsOf(person, views))] }
}

/** A person before each background. @throws Error that names one of which there is no view */
function backdropsOf(
  { dir, manifest: { rig, range, behind } }: Entry<PersonManifest>,
  views: ReadonlyMap<string, View>,
): Entry<BackdropManifest>[] {
  const groups = { key: { range }, fill: { range }, env: { range } }
  return Object.entries(behind).map(([background, part]) => {
    const manifest = { version: 1, rig, background, isPeopled: true, colour: true, groups } as const
    if ('light' in part) return { dir, manifest, behind: part }
    const view = views.get(background)
    if (!view) throw new Error(`${dir} stands before ${background}, of which there is no view`)
    return { dir, manifest, behind: { ...view, ...part } }
  })
}

/** The folders whose pictures an entry is made of. */
export const foldersOf = ({ dir, behind }: Entry<unknown>): string[] =>
  behind && 'dir' in behind ? [dir, behind.dir] : [dir]

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
export async function versionOf<Manifest extends object>(entry: Entry<Manifest>): Promise<string> {
  const files = (await Promise.all(foldersOf(entry).map(sizesIn))).flat()
  // Where a folder lies is no part of what it holds.
  const { manifest, behind } = { ...entry, behind: entry.behind && { ...entry.behind, dir: undefined } }
  return createHash('sha256')
    .update(JSON.stringify([{ ...manifest, prints: undefined, behind }, files]))
    .digest('hex')
}

async function sizesIn(dir: string): Promise<[name: string, bytes: number][]> {
  const names = (await readdir(dir)).sort()
  return Promise.all(names.map(async (name) => [name, (await stat(path.join(dir, name))).size] as [string, number]))
}

/** None where there is no such folder. A link to a folder is one. */
async function foldersIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const isFolder = async (entry: Dirent) =>
    entry.isDirectory() || (entry.isSymbolicLink() && (await stat(path.join(dir, entry.name))).isDirectory())
  const folders = await Promise.all(entries.map(async (entry) => ((await isFolder(entry)) ? [entry.name] : [])))
  return folders.flat().sort()
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
