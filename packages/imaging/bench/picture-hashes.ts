import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { createHash } from 'node:crypto'
import { compose } from '@printroom/studio/compose'
import { openStudio } from '../src/studio.ts'
import { badge } from './designs.ts'

// tsx bench/picture-hashes.ts [size]: a hash of the pixels and the print mask of pictures of every product in every style,
// on a plain and on a rendered backdrop, in heather and in solid colours. Equal lists before and after a change of the code
// prove that no pixel of them moved.

const size = Number(process.argv[2] ?? 768)
const studio = await openStudio(PRODUCTS_FOLDER)
const design = await badge('#ffffff', '#f2c14e')
const seen = new Set<string>()
let ordinal = 0

for (const { product, geometry, rig, serves, lights, frames } of studio.plates)
  for (const { style, backgrounds } of serves) {
    if (seen.has(`${product}/${style}`)) continue
    seen.add(`${product}/${style}`)
    for (const background of new Set([backgrounds[0]!, backgrounds.at(-1)!])) {
      const colour = ordinal % 2 === 0 ? { hex: '#97999B', heather: true } : { hex: '#263147', heather: false }
      const shot = { light: lights[ordinal % lights.length]!, frame: frames[ordinal % frames.length]!, seed: ordinal++ }
      const [plate, backdrop] = [await studio.loadPlate(product, geometry), await studio.loadBackdrop(rig, background)]
      const { data, printMask } = compose({
        plate,
        backdrop,
        design,
        colour,
        sizeName: 'medium',
        background,
        shot,
        size,
      })
      const hash = createHash('sha256').update(data).update(printMask).digest('hex')
      process.stdout.write(`${hash.slice(0, 32)} ${product}/${style}/${background}\n`)
    }
  }
