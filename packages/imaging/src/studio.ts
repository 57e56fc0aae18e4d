import path from 'node:path'
import { LIGHT_GROUPS, type LightGroup } from '@printroom/studio/light/light-groups'
import type { BackdropManifest, PlateManifest } from '@printroom/studio/plate/manifest'
import { farLayer } from '@printroom/studio/backdrop/far-layer'
import { personBefore } from '@printroom/studio/backdrop/person-before'
import { isPlainBackdrop } from '@printroom/studio/backdrop/plain-backdrop'
import { type Backdrop, type Layer, type Passes, type Plate, STORED_PASS } from '@printroom/studio/plate/plate'
import { type Behind, type Entry, canShow, readPlateFolder } from '@printroom/studio/plate/plate-folder'
import type { ShotRequest } from '@printroom/studio/plate/shot'
import { type ByteCache, createByteCache } from './byte-cache.ts'
import { softenEdge } from '@printroom/studio/relief/soft-edge'
import { decodeAlike, decodeLayer } from './layers.ts'
import { readMap } from './plate-map.ts'

/** The products' plates: manifests read at the start, pictures when they are first wanted. */
export type Studio = {
  plates: readonly PlateManifest[]
  backdrops: readonly BackdropManifest[]
  /** Whether every plate that serves this also has its backdrop: a picture of it can be made. */
  canRender(request: ShotRequest): boolean
  loadPlate(product: string, geometry: string): Promise<Plate>
  /** The backdrop that shows `background` in this rig; null for plain backdrops without a picture. */
  loadBackdrop(rig: string, background: string): Promise<Backdrop | null>
}

export type StudioOptions = {
  /** Decoded plates and backdrops kept in memory, in bytes; the least recently used go first. Default 256 MiB. */
  cacheBytes?: number
  /** Keeps them instead: by their folder's path. */
  cache?: ByteCache<Plate | Backdrop>
}

/** A plate of 2048² takes some 50 MB decoded, a colour backdrop 12 to 38 MB: four plates with their backdrops stay at hand. */
const CACHE_BYTES = 256 * 1024 * 1024

/** Reads every manifest under `productsDir` (some milliseconds) and loads no picture yet. */
export async function openStudio(
  productsDir: string,
  { cacheBytes = CACHE_BYTES, cache = createByteCache(cacheBytes, bytesOf) }: StudioOptions = {},
): Promise<Studio> {
  const folder = await readPlateFolder(productsDir)
  const plates = new Map(folder.plates.map((entry) => [`${entry.manifest.product}/${entry.manifest.geometry}`, entry]))
  const backdrops = new Map(
    folder.backdrops.map((entry) => [`${entry.manifest.rig}/${entry.manifest.background}`, entry]),
  )
  const people: People = new Map()
  const entry = <T>(all: Map<string, T>, key: string): T => {
    const found = all.get(key)
    if (!found) throw new Error(`the studio has no ${key}`)
    return found
  }
  return {
    plates: [...plates.values()].map(({ manifest }) => manifest),
    backdrops: [...backdrops.values()].map(({ manifest }) => manifest),
    canRender: (request) => canShow(folder, request),
    async loadPlate(product, geometry) {
      const { dir, manifest } = entry(plates, `${product}/${geometry}`)
      return (await cache(dir, () => readPlate(dir, manifest))) as Plate
    },
    async loadBackdrop(rig, background) {
      const key = `${rig}/${background}`
      if (isPlainBackdrop(background) && !backdrops.has(key)) return null
      const found = entry(backdrops, key)
      const { dir, behind } = found
      return (await cache(behind ? path.join(dir, background) : dir, () => readBackdrop(found, people))) as Backdrop
    },
  }
}

async function perGroup<T>(read: (group: LightGroup) => Promise<T>): Promise<Record<LightGroup, T>> {
  const [key, fill, env] = await Promise.all(LIGHT_GROUPS.map(read))
  return { key: key!, fill: fill!, env: env! }
}

async function readPlate(dir: string, manifest: PlateManifest): Promise<Plate> {
  const map = await readMap(dir)
  const files = (passes: readonly (keyof Passes)[]) =>
    LIGHT_GROUPS.flatMap((group) =>
      passes.map((pass) => {
        const stored = STORED_PASS[pass]
        return { file: path.join(dir, `${group}-${stored}.webp`), range: manifest.groups[group][stored].range }
      }),
    )
  // In the order of the groups: both light passes of each, then both shadow passes of each.
  const product = await decodeAlike(files(['white', 'black']), map.width)
  const shadow = await decodeAlike(files(['whiteShadow', 'blackShadow']))
  const groups = await perGroup(async (group) => {
    const at = 2 * LIGHT_GROUPS.indexOf(group)
    return { white: product[at]!, black: product[at + 1]!, whiteShadow: shadow[at]!, blackShadow: shadow[at + 1]! }
  })
  return softenEdge({ manifest, map, groups })
}

async function readBackdrop({ dir, manifest, behind }: Entry<BackdropManifest>, people: People): Promise<Backdrop> {
  if (!behind) {
    const [groups, passing] = await Promise.all([
      readLight(dir, manifest),
      manifest.hasPassing ? decodeLayer(path.join(dir, 'passing.webp'), 1, 1) : undefined,
    ])
    return { manifest, groups, ...(passing && { passing }) }
  }
  const person = readPerson(dir, manifest, people)
  // What is behind is made while the person is being decoded in other threads.
  const [{ key, fill, env }, { coverage, far }] = await Promise.all([
    person.light,
    readBehind(person.coverage, manifest, behind),
  ])
  const before = (layer: Layer) => personBefore(far, layer, coverage)
  return { manifest, groups: { key: before(key), fill: before(fill), env: before(env) } }
}

const readLight = (dir: string, { colour, groups }: BackdropManifest) =>
  perGroup((group) => decodeLayer(path.join(dir, `${group}.webp`), groups[group].range, colour ? 3 : 1))

/** People that are being decoded, by their folder: several backdrops of one that are wanted at once share it. */
type People = Map<string, Person>
type Person = { light: Promise<Record<LightGroup, Layer>>; coverage: Promise<Layer> }

function readPerson(dir: string, manifest: BackdropManifest, people: People): Person {
  const found = people.get(dir)
  if (found) return found
  const person = { light: readLight(dir, manifest), coverage: decodeLayer(path.join(dir, 'coverage.webp'), 1, 1) }
  people.set(dir, person)
  void Promise.allSettled([person.light, person.coverage]).then(() => people.delete(dir))
  return person
}

async function readBehind(person: Person['coverage'], { groups }: BackdropManifest, behind: Behind) {
  const [coverage, far] = await Promise.all([
    person,
    'light' in behind
      ? behind
      : { ...behind, view: await decodeLayer(path.join(behind.dir, 'light.webp'), behind.range, 3) },
  ])
  return { coverage: coverage.data, far: farLayer(far, coverage, groups.key.range) }
}

function bytesOf(picture: Plate | Backdrop): number {
  const bytes = (value: object): number =>
    Object.values(value).reduce((sum: number, part: unknown) => {
      if (ArrayBuffer.isView(part)) return sum + part.byteLength
      return typeof part === 'object' && part !== null ? sum + bytes(part) : sum
    }, 0)
  return bytes(picture)
}
