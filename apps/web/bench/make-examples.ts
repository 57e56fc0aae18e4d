import { EXAMPLES } from '@printroom/products/examples.data'
import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Gender } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { renderMockup } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import sharp from 'sharp'

// tsx bench/make-examples.ts: the finished mockups of gallery and landing page, made as the worker makes a seller's.

const ASSETS = fileURLToPath(new URL('../src/assets', import.meta.url))

const studio = await openStudio(PRODUCTS_FOLDER)
for (const { name, design, product, baseModel, colour, style, background, ...more } of EXAMPLES) {
  const found = findColour(colour)
  const { gender = null, ordinal = 0, landing }: { gender?: Gender | null; ordinal?: number; landing?: object } = more
  if (!found) throw new Error(`No colour ${colour}`)
  const drawn = await sharp(path.join(ASSETS, 'designs', `${design}.webp`))
    .resize(1600)
    .png()
    .toBuffer()
  const result = await renderMockup(studio, {
    design: drawn,
    colour: { hex: found.hex, heather: found.isHeather },
    // On a body a large print runs round its sides.
    designSize: gender ? 'medium' : 'large',
    ordinal,
    product,
    baseModel,
    style,
    background,
    gender,
  })
  if (!result.ok) throw new Error(`${name}: ${result.reason}`)
  await save(result.mockup.jpeg, path.join(PRODUCTS_FOLDER, product, 'examples', name), 640)
  // Large at the top of the landing page, beside the design it was made of.
  if (landing && 'step' in landing && landing.step === 1)
    await save(result.mockup.jpeg, path.join(ASSETS, 'hero'), 1024)
}
await save(await readFile(path.join(ASSETS, 'designs/trail-badge.webp')), path.join(ASSETS, 'hero-design'), 192)

async function save(picture: Uint8Array, file: string, side: number): Promise<void> {
  await writeFile(`${file}.webp`, await sharp(picture).resize(side).webp({ quality: 82, effort: 6 }).toBuffer())
}
