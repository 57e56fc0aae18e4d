import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPlateFolder, versionOf } from '@printroom/studio/plate/plate-folder'
import type { SmallStudio } from '@printroom/studio/plate/small-studio'
import sharp from 'sharp'

const STUDIO = path.dirname(createRequire(import.meta.url).resolve('@printroom/studio/package.json'))
const ASSEMBLER = createRequire(path.join(STUDIO, 'package.json')).resolve('@printroom/wasm-assembler/assembler')
const SOURCES = [path.join(STUDIO, 'src'), path.dirname(ASSEMBLER), fileURLToPath(new URL('.', import.meta.url))]

/** The list of small plates as the package's build leaves it. */
export const LIST = fileURLToPath(new URL('../dist/small-studio.json', import.meta.url))
/** The small plates' files, made ahead or when they are first wanted. */
export const SMALL_PLATES = fileURLToPath(new URL('../dist/plates', import.meta.url))

/**
 * The small plates of the products' folder before any is made: each file is named after all that it will be made from, the
 * plate's own files and our code, so that a name never stands for two contents. Some milliseconds.
 */
export async function listSmallStudio(productsDir: string): Promise<SmallStudio> {
  const { plates, backdrops } = await readPlateFolder(productsDir)
  const code = await hashOfCode()
  const suffixOf = (version: string) => createHash('sha256').update(code).update(version).digest('hex').slice(0, 10)
  const small: SmallStudio = { plates: [], backdrops: [] }
  for (const plate of plates) {
    const [name, suffix] = [`${plate.manifest.product}-${plate.manifest.geometry}`, suffixOf(await versionOf(plate))]
    small.plates.push({
      manifest: plate.manifest,
      map: `${name}-map-${suffix}.bin`,
      light: `${name}-light-${suffix}.webp`,
      shadow: `${name}-shadow-${suffix}.webp`,
    })
  }
  for (const backdrop of backdrops) {
    const { manifest } = backdrop
    small.backdrops.push({
      manifest,
      light: `backdrop-${manifest.rig}-${manifest.background}-${suffixOf(await versionOf(backdrop))}.webp`,
    })
  }
  return small
}

/** Of every source of this package, the studio's and the assembler's, and of sharp: more than decides, but never less. */
async function hashOfCode(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(sharp.versions))
  for (const folder of SOURCES)
    for (const file of (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).toSorted())
      hash.update(file).update(await readFile(path.join(folder, file)))
  return hash.digest('hex')
}
