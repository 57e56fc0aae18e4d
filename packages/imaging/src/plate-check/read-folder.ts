import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { LIGHT_GROUPS } from '@printroom/studio/light/light-groups'
import type { PlateManifest } from '@printroom/studio/plate/manifest'
import { type Passes, STORED_PASS, type UvMap } from '@printroom/studio/plate/plate'
import sharp from 'sharp'
import { decodeAlike } from '../layers.ts'
import { PACKED, RENDERED, readMap, readRendered } from '../plate-map.ts'
import { type Finding, error, warning } from './finding.ts'
import type { LightPasses } from './light-rules.ts'
import { readManifest } from './manifest-rules.ts'

/** Codes that red, green and blue of a grey picture may differ by. */
const COLOURED = 4
/** Pixels along the side of what colour is looked for in. */
const SAMPLE = 64

/** All that a plate's folder holds, decoded; what is missing or broken is undefined, and among the findings. */
export type PlateFiles = {
  findings: Finding[]
  manifest?: PlateManifest
  map?: UvMap
  groups?: LightPasses
}

/** Reads a plate's folder, and says which of its files are not what they have to be. */
export async function readPlateFiles(folder: string): Promise<PlateFiles> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return { findings: [error(path.basename(folder), 'There is no such folder.')] }
  if (!names.includes('plate.json')) return { findings: [error('plate.json', 'It is missing.')] }
  const read = readManifest(await readFile(path.join(folder, 'plate.json'), 'utf8'))
  if ('findings' in read) return read
  const { manifest } = read
  const map = await mapOf(folder, names)
  const layers = await layersOf(folder, names, manifest)
  return {
    manifest,
    findings: [...map.findings, ...layers.findings],
    ...(map.map && { map: map.map }),
    ...(layers.groups && { groups: layers.groups }),
  }
}

async function mapOf(folder: string, names: readonly string[]): Promise<{ map?: UvMap; findings: Finding[] }> {
  const name = [PACKED, RENDERED].find((each) => names.includes(each))
  if (name === undefined) return { findings: [error('map', `There is neither ${PACKED} nor ${RENDERED}.`)] }
  try {
    if (name === PACKED) return { map: await readMap(folder), findings: [] }
    const { depth, channels } = await sharp(path.join(folder, name)).metadata()
    if (depth !== 'ushort' || channels !== 3)
      return { findings: [error(name, 'It has to hold red, green and blue of 16 bits: u, v and coverage.')] }
    return { map: await readRendered(path.join(folder, name)), findings: [] }
  } catch (cause) {
    return { findings: [error(name, `It cannot be read: ${sentenceOf(cause)}.`)] }
  }
}

async function layersOf(
  folder: string,
  names: readonly string[],
  manifest: PlateManifest,
): Promise<{ groups?: LightPasses; findings: Finding[] }> {
  const findings: Finding[] = []
  const files = LIGHT_GROUPS.flatMap((group) =>
    (Object.keys(STORED_PASS) as (keyof Passes)[]).map((pass) => ({
      group,
      pass,
      name: `${group}-${STORED_PASS[pass]}`,
      file: path.join(folder, `${group}-${STORED_PASS[pass]}.webp`),
      range: manifest.groups[group][STORED_PASS[pass]].range,
    })),
  )
  for (const { name, pass, file } of files)
    findings.push(
      ...(names.includes(path.basename(file))
        ? await layerFindings(name, file, manifest.size, pass === 'white' || pass === 'black')
        : [error(name, `${path.basename(file)} is missing.`)]),
    )
  if (findings.some(({ level }) => level === 'error')) return { findings }
  const decoded = async (passes: readonly (keyof Passes)[]) =>
    decodeAlike(files.filter(({ pass }) => passes.includes(pass)))
  const [product, shadow] = [await decoded(['white', 'black']), await decoded(['whiteShadow', 'blackShadow'])]
  const passesOf = (group: (typeof LIGHT_GROUPS)[number]): Passes => {
    const at = 2 * LIGHT_GROUPS.indexOf(group)
    return { white: product[at]!, black: product[at + 1]!, whiteShadow: shadow[at]!, blackShadow: shadow[at + 1]! }
  }
  return { findings, groups: { key: passesOf('key'), fill: passesOf('fill'), env: passesOf('env') } }
}

async function layerFindings(name: string, file: string, size: number, isProduct: boolean): Promise<Finding[]> {
  try {
    const picture = sharp(file)
    const { width, height, format, hasAlpha } = await picture.metadata()
    if (format !== 'webp') return [error(name, `It is ${format.toUpperCase()}; passes are WebP.`)]
    if (width !== height) return [error(name, `It has ${width} × ${height} pixels; passes are square.`)]
    if (width > size) return [error(name, `It is ${width} pixels wide, more than \`size\`, ${size}.`)]
    if (hasAlpha) return [error(name, 'It is transparent in places: coverage belongs into the map alone.')]
    const { data } = await picture
      .resize(SAMPLE, SAMPLE, { fit: 'fill', kernel: 'nearest' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (let at = 0; at + 2 < data.length; at += 3)
      if (
        Math.max(data[at]!, data[at + 1]!, data[at + 2]!) - Math.min(data[at]!, data[at + 1]!, data[at + 2]!) >
        COLOURED
      )
        return [error(name, 'It has colour: passes are grey, and the colour of light is in the gains.')]
    return isProduct && width < size
      ? [warning(name, `It is ${width} pixels wide and is enlarged to ${size}: fine folds are lost.`)]
      : []
  } catch (cause) {
    return [error(name, `It cannot be read: ${sentenceOf(cause)}.`)]
  }
}

/** The first line of a library's message, without its dot. */
const sentenceOf = (cause: unknown): string => (cause as Error).message.split('\n')[0]!.replace(/\.$/, '')
