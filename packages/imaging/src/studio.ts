import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { LIGHT_GROUPS, type LightGroup } from '@printroom/studio/light-groups'
import {
  type GroundManifest,
  type PlateManifest,
  groundManifestSchema,
  plateManifestSchema,
} from '@printroom/studio/manifest'
import { isPaper } from '@printroom/studio/paper'
import type { Ground, Plate } from '@printroom/studio/plate'
import { isServedBy, type ShotRequest } from '@printroom/studio/shot'
import { createByteCache } from './byte-cache.ts'
import { decodeAlike, decodeLayer, decodeMap } from './layers.ts'

/** The plates of a folder: manifests read at the start, pictures when they are first wanted. */
export type Studio = {
  plates: readonly PlateManifest[]
  grounds: readonly GroundManifest[]
  /** Whether every plate that serves this also has its ground: a picture of it can be made. */
  canRender(request: ShotRequest): boolean
  loadPlate(product: string, geometry: string): Promise<Plate>
  /** The ground that shows `background` in this rig; null for plain papers without a picture. */
  loadGround(rig: string, background: string): Promise<Ground | null>
}

export type StudioOptions = {
  /** Decoded plates and grounds kept in memory, in bytes; the least recently used go first. Default 256 MiB. */
  cacheBytes?: number
}

/** A plate of 2048² takes some 50 MB decoded, a colour ground 12 to 38 MB: four plates with their grounds stay at hand. */
const CACHE_BYTES = 256 * 1024 * 1024

const GROUNDS = 'grounds'

type LayerName = 'w' | 'k' | 'sw' | 'sk'

/** Reads every manifest under `platesDir` (some milliseconds) and loads no picture yet. */
export async function openStudio(platesDir: string, { cacheBytes = CACHE_BYTES }: StudioOptions = {}): Promise<Studio> {
  const plates = new Map<string, { dir: string; manifest: PlateManifest }>()
  const grounds = new Map<string, { dir: string; manifest: GroundManifest }>()
  for (const product of await foldersOf(platesDir))
    for (const name of await foldersOf(path.join(platesDir, product))) {
      const dir = path.join(platesDir, product, name)
      if (product === GROUNDS) {
        const manifest = await readManifest(path.join(dir, 'ground.json'), groundManifestSchema)
        if (manifest) grounds.set(`${manifest.rig}/${manifest.background}`, { dir, manifest })
      } else {
        const manifest = await readManifest(path.join(dir, 'plate.json'), plateManifestSchema)
        if (manifest) plates.set(`${manifest.product}/${manifest.geometry}`, { dir, manifest })
      }
    }
  const cache = createByteCache<Plate | Ground>(cacheBytes, bytesOf)
  const entry = <T>(all: Map<string, T>, key: string): T => {
    const found = all.get(key)
    if (!found) throw new Error(`the studio has no ${key}`)
    return found
  }
  return {
    plates: [...plates.values()].map(({ manifest }) => manifest),
    grounds: [...grounds.values()].map(({ manifest }) => manifest),
    canRender(request) {
      const takes = [...plates.values()].filter(({ manifest }) => isServedBy(manifest, request))
      const hasGround = (rig: string) => isPaper(request.background) || grounds.has(`${rig}/${request.background}`)
      return takes.length > 0 && takes.every(({ manifest }) => hasGround(manifest.rig))
    },
    async loadPlate(product, geometry) {
      const { dir, manifest } = entry(plates, `${product}/${geometry}`)
      return (await cache(dir, () => readPlate(dir, manifest))) as Plate
    },
    async loadGround(rig, background) {
      const key = `${rig}/${background}`
      if (isPaper(background) && !grounds.has(key)) return null
      const { dir, manifest } = entry(grounds, key)
      return (await cache(dir, () => readGround(dir, manifest))) as Ground
    },
  }
}

async function foldersOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
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

async function perGroup<T>(read: (group: LightGroup) => Promise<T>): Promise<Record<LightGroup, T>> {
  const [key, fill, env] = await Promise.all(LIGHT_GROUPS.map(read))
  return { key: key!, fill: fill!, env: env! }
}

async function readPlate(dir: string, manifest: PlateManifest): Promise<Plate> {
  const map = await decodeMap(path.join(dir, 'uv.png'))
  const files = (names: readonly LayerName[]) =>
    LIGHT_GROUPS.flatMap((group) =>
      names.map((name) => ({ file: path.join(dir, `${group}-${name}.webp`), range: manifest.groups[group][name].range })),
    )
  // In the order of the groups: w and k of each, then sw and sk of each.
  const product = await decodeAlike(files(['w', 'k']), map.width)
  const shadow = await decodeAlike(files(['sw', 'sk']))
  const groups = await perGroup(async (group) => {
    const at = 2 * LIGHT_GROUPS.indexOf(group)
    return { w: product[at]!, k: product[at + 1]!, sw: shadow[at]!, sk: shadow[at + 1]! }
  })
  return { manifest, map, groups }
}

async function readGround(dir: string, manifest: GroundManifest): Promise<Ground> {
  const groups = await perGroup((group) =>
    decodeLayer(path.join(dir, `${group}.webp`), manifest.groups[group].range, manifest.colour ? 3 : 1),
  )
  return { manifest, groups }
}

function bytesOf(picture: Plate | Ground): number {
  const bytes = (value: object): number =>
    Object.values(value).reduce((sum: number, part: unknown) => {
      if (ArrayBuffer.isView(part)) return sum + part.byteLength
      return typeof part === 'object' && part !== null ? sum + bytes(part) : sum
    }, 0)
  return bytes(picture)
}
