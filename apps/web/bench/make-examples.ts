import { PRODUCTS_FOLDER } from '@printroom/products/folder'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Gender } from '@printroom/contract/catalogue'
import { findColour } from '@printroom/contract/colours'
import { renderMockup } from '@printroom/imaging/mockup'
import { openStudio } from '@printroom/imaging/studio'
import sharp from 'sharp'
import { MADE } from '../src/features/examples/mockups.ts'

// tsx bench/make-examples.ts: the finished mockups of gallery and landing page, made as the worker makes a seller's.

const ASSETS = fileURLToPath(new URL('../src/assets', import.meta.url))

/** Large at the head of the landing page, beside the design it was made of. */
const HERO = 'badge-tote'

const studio = await openStudio(PRODUCTS_FOLDER)
for (const { file, design, product, baseModel, colour, style, background, ...more } of MADE) {
  const found = findColour(colour)
  const { gender = null, ordinal = 0 }: { gender?: Gender | null; ordinal?: number } = more
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
  if (!result.ok) throw new Error(`${file}: ${result.reason}`)
  await save(result.mockup.jpeg, `examples/${file}`, 640)
  if (file === HERO) await save(result.mockup.jpeg, 'hero', 1024)
}
await save(await readFile(path.join(ASSETS, 'designs/trail-badge.webp')), 'hero-design', 192)

async function save(picture: Uint8Array, name: string, side: number): Promise<void> {
  await writeFile(
    path.join(ASSETS, `${name}.webp`),
    await sharp(picture).resize(side).webp({ quality: 82, effort: 6 }).toBuffer(),
  )
}
