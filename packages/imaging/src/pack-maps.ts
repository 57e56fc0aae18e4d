import { existsSync } from 'node:fs'
import path from 'node:path'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { readPlateFolder } from '@printroom/studio/plate/plate-folder'
import { packRendered } from './plate-map.ts'

// tsx src/pack-maps.ts [PRODUCT/VARIANT …]: packs the maps that build.py left as `uv.png`, of these plates or of all, and says of
// each how many bytes it had and has, and how far places moved, in millimetres. build.py runs it for the plate it wrote.

const wanted = process.argv.slice(2)
const { plates } = await readPlateFolder(PRODUCTS_FOLDER)
for (const { dir, manifest } of plates) {
  const name = `${manifest.product}/${manifest.geometry}`
  const isWanted = wanted.length === 0 || wanted.includes(name)
  if (!isWanted || !existsSync(path.join(dir, 'uv.png'))) continue
  const { before, after, farthest, mean } = await packRendered(dir, manifest)
  const kilobytes = `${Math.round(before / 1000)} -> ${Math.round(after / 1000)} kB`
  console.log(`${name}: ${kilobytes}, at most ${farthest.toFixed(3)} mm, ${mean.toFixed(3)} in the mean`)
}
