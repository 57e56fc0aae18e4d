import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compose } from '@printroom/studio/compose'
import type { Design, Picture } from '@printroom/studio/plate'
import sharp from 'sharp'
import { openStudio } from '../src/studio.ts'
import { badge, chart } from './designs.ts'

// tsx bench/contact-sheet.ts OUT.jpg|png [cell pixels] [only plates whose name holds this] [light] [frame] [background]
// Every plate in five colours, each with another design and background.

const [out = '/tmp/contact-sheet.jpg', cell = '512', only = '', light = '0', frame = '0', wanted = 'all'] = process.argv.slice(2)
const size = Number(cell)
const PLATES = fileURLToPath(new URL('../../studio/plates', import.meta.url))

const designs: Design[] = [await badge('#1d2b4a', '#c8502d'), await badge('#ffffff', '#f2c14e'), chart(), await badge('#ffffff', '#9fd8cb'), chart()]
const colours = [
  { hex: '#FFFFFF', heather: false },
  { hex: '#25282A', heather: false },
  { hex: '#263147', heather: false },
  { hex: '#D50032', heather: false },
  { hex: '#97999B', heather: true },
]

const studio = await openStudio(PLATES)
const cells: { picture: Picture; row: number; column: number }[] = []
const plates = studio.plates.filter(({ product, geometry }) => `${product}/${geometry}`.includes(only))
for (const [row, manifest] of plates.entries()) {
  const plate = await studio.loadPlate(manifest.product, manifest.geometry)
  const backgrounds = manifest.serves.flatMap((serves) => serves.backgrounds).filter((name) => wanted === 'all' || name === wanted)
  for (const [column, colour] of colours.entries()) {
    const background = backgrounds[column % backgrounds.length]!
    const ground = await studio.loadGround(manifest.rig, background)
    const shot = { light: manifest.lights[Number(light) % manifest.lights.length]!, frame: manifest.frames[Number(frame) % manifest.frames.length]!, seed: column }
    const picture = compose({ plate, ground, design: designs[column]!, colour, sizeName: column < 2 ? 'medium' : 'large', background, shot, size })
    cells.push({ picture, row, column })
  }
}
const sheet = sharp({ create: { width: size * colours.length, height: size * plates.length, channels: 3, background: '#fff' }, limitInputPixels: false })
const layers = cells.map(({ picture, row, column }) => ({
  input: Buffer.from(picture.data),
  raw: { width: size, height: size, channels: 3 as const },
  left: column * size,
  top: row * size,
}))
const image = sheet.composite(layers)
await writeFile(out, await (out.endsWith('.png') ? image.png() : image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })).toBuffer())
process.stdout.write(`${cells.length} pictures in ${out}\n`)
