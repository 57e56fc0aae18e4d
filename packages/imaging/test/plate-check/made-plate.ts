import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import type { UvMap } from '@printroom/studio/plate/plate'
import sharp from 'sharp'

// A plate made by a few formulas: a cloth of half a metre that hangs in soft waves, lit from the left.

/** Pixels along the side of shadows. */
const SHADOW_SIZE = 128
/** From here to there the cloth covers the picture, in shares. */
const [FROM, TO] = [0.1, 0.9] as const
/** Of a shadow pass that says "as without the product". */
const SHADOWLESS = 224
/** Of the passes: the lightest of white and black, and how much of a light group's light waves take. */
const RANGE = { w: 1.2, k: 0.1, sw: 1.296, sk: 1.296 }

const gainsOf = (): PlateManifest['lights'][number]['gains'] => ({
  key: [0.4, 0.4, 0.4],
  fill: [0.2, 0.2, 0.2],
  env: [0.4, 0.4, 0.4],
})

const manifestOf = (size: number): PlateManifest => ({
  version: 1,
  product: 't-shirt',
  geometry: 'waves-1',
  rig: 'wall',
  serves: [{ style: 'studio-front', baseModels: [], backgrounds: ['white-studio'], genders: [] }],
  size,
  pattern: { x0: -0.3125, y0: -0.3125, width: 0.625, height: 0.625 },
  print: { centerX: 0, top: 0.15, maxWidthIn: 13, maxHeightIn: 13, sizesIn: { small: 8, medium: 10, large: 12 } },
  albedo: 0.8,
  groups: { key: ranges(), fill: ranges(), env: ranges() },
  material: 'jersey',
  lamps: { key: [-0.74, 0.4, 0.54], fill: [0.75, 0, 0.66], env: [0, 0.3, 0] },
  lights: [{ name: 'window', gains: gainsOf() }],
  frames: [{ name: 'whole', x: 0.5, y: 0.5, scale: 1 }],
})

function ranges(): PlateManifest['groups']['key'] {
  return { w: { range: RANGE.w }, k: { range: RANGE.k }, sw: { range: RANGE.sw }, sk: { range: RANGE.sk } }
}

/** Shares of the picture. */
const isCloth = (x: number, y: number): boolean => x >= FROM && x < TO && y >= FROM && y < TO
const wave = (x: number, y: number): number => Math.sin(40 * x + 6 * Math.sin(7 * y))

function madeMap(size: number): UvMap {
  const map: UvMap = {
    width: size,
    height: size,
    u: new Uint16Array(size * size),
    v: new Uint16Array(size * size),
    coverage: new Uint8Array(size * size),
  }
  for (let row = 0, at = 0; row < size; row++)
    for (let column = 0; column < size; column++, at++) {
      const [x, y] = [(column + 0.5) / size, (row + 0.5) / size]
      map.u[at] = Math.round(65_535 * (x + 0.002 * wave(x, y)))
      map.v[at] = Math.round(65_535 * (1 - y))
      map.coverage[at] = isCloth(x, y) ? 255 : 0
    }
  return map
}

/** Codes of a pass. */
function madeLayer(pass: string, size: number): Uint8Array {
  const side = pass.startsWith('s') ? SHADOW_SIZE : size
  const data = new Uint8Array(side * side).fill(pass.startsWith('s') ? SHADOWLESS : 0)
  if (pass.startsWith('s')) return data
  for (let at = 0; at < data.length; at++) {
    const [x, y] = [((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side]
    if (!isCloth(x, y)) continue
    const light = pass === 'w' ? 0.8 * (0.85 + 0.15 * wave(x, y)) : 0.02
    data[at] = Math.round(255 * Math.sqrt(light / (pass === 'w' ? RANGE.w : RANGE.k)))
  }
  return data
}

/** A folder with a plate in it, and what may be done to it. */
export type MadePlate = {
  folder: string
  /** Pixels along the side of map and light. */
  size: number
  manifest(change: (manifest: PlateManifest & Record<string, unknown>) => unknown): Promise<void>
  /** Its map as `uv.png`. */
  map(change: (map: UvMap) => void): Promise<void>
  /** A pass as it is decoded, one code a pixel. */
  layer(name: string, change: (data: Uint8Array, side: number) => void): Promise<void>
  write(name: string, bytes: string | Uint8Array): Promise<void>
  remove(name: string): Promise<void>
}

const openPlate = (folder: string, size: number): MadePlate => {
  const at = (name: string) => path.join(folder, name)
  return {
    folder,
    size,
    async manifest(change) {
      const manifest = manifestOf(size) as PlateManifest & Record<string, unknown>
      change(manifest)
      await writeFile(at('plate.json'), JSON.stringify(manifest))
    },
    async map(change) {
      const map = madeMap(size)
      change(map)
      const words = new Uint16Array(map.width * map.height * 3)
      for (let i = 0; i < map.u.length; i++) words.set([map.u[i]!, map.v[i]!, map.coverage[i]! * 257], 3 * i)
      await sharp(words, { raw: { width: map.width, height: map.height, channels: 3 } })
        .toColourspace('rgb16')
        .png({ compressionLevel: 1 })
        .toFile(at('uv.png'))
    },
    async layer(name, change) {
      const data = madeLayer(name.split('-')[1]!, size)
      const side = Math.sqrt(data.length)
      change(data, side)
      await sharp(data, { raw: { width: side, height: side, channels: 1 } })
        .webp({ lossless: true, effort: 0 })
        .toFile(at(`${name}.webp`))
    },
    write: (name, bytes) => writeFile(at(name), bytes),
    remove: (name) => rm(at(name)),
  }
}

const same = (): void => {}

/** Makes the whole plate in a new folder. */
export async function makePlate(size: number): Promise<MadePlate> {
  const plate = openPlate(await mkdtemp(path.join(tmpdir(), 'printroom-plate-')), size)
  await Promise.all([
    plate.manifest(same),
    plate.map(same),
    ...LIGHT_GROUPS.flatMap((group) => Object.keys(RANGE).map((pass) => plate.layer(`${group}-${pass}`, same))),
  ])
  return plate
}

/** The same files in another new folder. */
export async function copyOf({ folder, size }: MadePlate): Promise<MadePlate> {
  const copy = await mkdtemp(path.join(tmpdir(), 'printroom-plate-'))
  await cp(folder, copy, { recursive: true })
  return openPlate(copy, size)
}

/** A file of the plate, as it is. */
export const fileOf = ({ folder }: MadePlate, name: string): Promise<Buffer> => readFile(path.join(folder, name))
