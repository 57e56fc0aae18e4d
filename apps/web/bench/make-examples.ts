import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findColour } from '@printroom/contract/colours'
import { renderMockup } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import sharp from 'sharp'
import { MADE } from '../src/features/examples/mockups.ts'

// tsx bench/make-examples.ts: the gallery's finished mockups, made as the worker makes a seller's.

const PLATES = path.join(path.dirname(createRequire(import.meta.url).resolve('@printroom/studio/package.json')), 'plates')
const ASSETS = fileURLToPath(new URL('../src/assets', import.meta.url))

const studio = await openStudio(PLATES)
for (const [ordinal, { file, design, product, baseModel, colour, style, background }] of MADE.entries()) {
  const found = findColour(colour)
  if (!found) throw new Error(`No colour ${colour}`)
  const drawn = await sharp(path.join(ASSETS, 'designs', `${design}.webp`)).resize(1600).png().toBuffer()
  const result = await renderMockup(studio, {
    design: drawn,
    colour: { hex: found.hex, heather: found.isHeather },
    designSize: 'large',
    ordinal,
    product,
    baseModel,
    style,
    background,
    gender: null,
  })
  if (!result.ok) throw new Error(`${file}: ${result.reason}`)
  await writeFile(path.join(ASSETS, 'examples', `${file}.webp`), await sharp(result.mockup.jpeg).resize(640).webp({ quality: 82 }).toBuffer())
}
