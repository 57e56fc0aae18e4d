import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { writeFile } from 'node:fs/promises'
import { compose } from '@printroom/studio/compose'
import type { Design, Picture } from '@printroom/studio/plate/plate'
import sharp from 'sharp'
import { openStudio } from '../src/studio.ts'
import { flat, photo } from '../src/made-designs.ts'
import { badge, gradient, readable, steps, thinLines } from './designs.ts'

// tsx bench/contact-sheet.ts OUT.jpg|webp|png [cell pixels] [only plates whose name holds this] [light] [frame] [background]
// Every plate with every test design, over white, black, navy, red and heather grey in turn, each on another background.

const [out = '/tmp/contact-sheet.jpg', cell = '320', only = '', light = '0', frame = '0', wanted = 'all'] =
  process.argv.slice(2)
const size = Number(cell)
/** Pictures are made larger than they are shown, as on a page of thumbnails. */
const MADE = Math.max(size, 512)

const WHITE = { hex: '#FFFFFF', heather: false }
const BLACK = { hex: '#25282A', heather: false }
const NAVY = { hex: '#263147', heather: false }
const RED = { hex: '#D50032', heather: false }
const HEATHER = { hex: '#97999B', heather: true }

const cells: { design: Design; colour: { hex: string; heather: boolean } }[] = [
  { design: await readable('#16181c', 12), colour: WHITE },
  { design: photo(), colour: BLACK },
  { design: flat(255, 255, 255), colour: NAVY },
  { design: gradient(), colour: RED },
  { design: await badge('#16181c', '#c8502d'), colour: HEATHER },
  { design: steps(), colour: WHITE },
  { design: steps(), colour: BLACK },
  { design: thinLines([255, 255, 255]), colour: NAVY },
  { design: flat(0, 0, 0), colour: RED },
  { design: thinLines([20, 20, 24]), colour: HEATHER },
]

const studio = await openStudio(PRODUCTS_FOLDER)
const pictures: { picture: Picture; row: number; column: number }[] = []
const plates = studio.plates.filter(({ product, geometry }) => `${product}/${geometry}`.includes(only))
for (const [row, manifest] of plates.entries()) {
  const plate = await studio.loadPlate(manifest.product, manifest.geometry)
  const served = new Set(manifest.serves.flatMap((serves) => serves.backgrounds))
  const backgrounds = [...served].filter((name) => wanted === 'all' || name === wanted)
  for (const [column, { design, colour }] of cells.entries()) {
    const background = backgrounds[column % backgrounds.length]!
    const backdrop = await studio.loadBackdrop(manifest.rig, background)
    const shot = {
      light: manifest.lights[(Number(light) + column) % manifest.lights.length]!,
      frame: manifest.frames[(Number(frame) + column) % manifest.frames.length]!,
      seed: column,
    }
    const picture = compose({ plate, backdrop, design, colour, sizeName: 'large', background, shot, size: MADE })
    pictures.push({ picture, row, column })
  }
}
const page = { width: size * cells.length, height: size * plates.length, channels: 3 as const, background: '#fff' }
const layers = await Promise.all(
  pictures.map(async ({ picture, row, column }) => ({
    input: await sharp(picture.data, { raw: { width: MADE, height: MADE, channels: 3 } })
      .resize(size)
      .raw()
      .toBuffer(),
    raw: { width: size, height: size, channels: 3 as const },
    left: column * size,
    top: row * size,
  })),
)
const image = sharp({ create: page, limitInputPixels: false }).composite(layers)
const encoded = out.endsWith('.png')
  ? image.png()
  : out.endsWith('.webp')
    ? image.webp({ quality: 84 })
    : image.jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
await writeFile(out, await encoded.toBuffer())
process.stdout.write(`${pictures.length} pictures of ${plates.length} plates in ${out}\n`)
